import { Box, Button, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../i18n/language.js';
import { DayInput } from './day-input.js';
import { COMMON_TEXTS } from './texts.js';
import { AmountFilter, TextFilter } from './typed-filters.js';

interface FieldOfFilter {
  /** The search parameter, which is also the API's. */
  readonly name: string;
  readonly label: string;
}

export type Filter =
  | (FieldOfFilter & { readonly kind: 'text'; readonly placeholder?: string })
  /** A day in the account's time zone; see useListQuery. */
  | (FieldOfFilter & { readonly kind: 'date' })
  /** A decimal amount of the currency; see useListQuery. */
  | (FieldOfFilter & { readonly kind: 'amount'; readonly currency: string })
  | (FieldOfFilter & {
      readonly kind: 'choice';
      readonly options: readonly { value: string; label: string }[];
    });

const FIRST_PAGE = { starting_after: undefined, ending_before: undefined, page: undefined };

interface FilterState {
  readonly search: Readonly<Record<string, unknown>>;
  readonly isFiltered: boolean;
  readonly set: (changes: Record<string, string | undefined>) => void;
  readonly clear: () => void;
}

/** The filters in the page's address. */
export function useFilters(filters: readonly Filter[]): FilterState {
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const set = (changes: Record<string, string | undefined>): void => {
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, ...FIRST_PAGE, ...changes }),
      replace: true,
    });
  };
  return {
    search,
    set,
    isFiltered: filters.some(({ name }) => search[name] !== undefined),
    clear: () => {
      set(Object.fromEntries(filters.map(({ name }) => [name, undefined])));
    },
  };
}

/** Filters of a list, kept in the page's address, so that they can be shared and survive a reload. */
export function FilterBar({ filters }: { readonly filters: readonly Filter[] }) {
  const texts = useTexts(COMMON_TEXTS);
  const { search, isFiltered, set, clear } = useFilters(filters);
  return (
    <Box className="filters" role="search" aria-label={texts.filters}>
      {filters.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={search[filter.name] === undefined ? '' : String(search[filter.name])}
          onChange={(value) => {
            set({ [filter.name]: value === '' ? undefined : value });
          }}
        />
      ))}
      {isFiltered && (
        <Button
          variant="subtle"
          size="xs"
          px="xs"
          style={{ justifySelf: 'start', alignSelf: 'end' }}
          onClick={clear}
        >
          {texts.clearFilters}
        </Button>
      )}
    </Box>
  );
}

interface FilterFieldProps {
  readonly filter: Filter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function FilterField({ filter, value, onChange }: FilterFieldProps) {
  const texts = useTexts(COMMON_TEXTS);
  const { label } = filter;
  if (filter.kind === 'text') {
    const { placeholder = '' } = filter;
    return <TextFilter label={label} placeholder={placeholder} value={value} onChange={onChange} />;
  }
  if (filter.kind === 'date') return <DayInput size="xs" label={label} value={value} onChange={onChange} />;
  if (filter.kind === 'amount')
    return <AmountFilter label={label} currency={filter.currency} value={value} onChange={onChange} />;
  return (
    <Select
      label={label}
      size="xs"
      data={[...filter.options]}
      placeholder={texts.all}
      value={value === '' ? null : value}
      clearable
      clearButtonProps={{ 'aria-label': texts.clearField(label) }}
      onChange={(next) => {
        onChange(next ?? '');
      }}
    />
  );
}
