import { Group, Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { DayInput } from '../../common/day-input.js';
import { useLanguage, useTexts } from '../../i18n/language.js';
import { ALL_TIME, CUSTOM, type Period, recentMonths } from './period.js';
import { STATEMENT_TEXTS } from './texts.js';

interface PeriodPickerProps {
  readonly period: Period;
  readonly preset: string;
  readonly currentMonth: string;
}

const FIRST_PAGE = { starting_after: undefined, ending_before: undefined };

/** Chooses a month, all time, or days. The choice is kept in the page's address. */
export function PeriodPicker({ period, preset, currentMonth }: PeriodPickerProps) {
  const texts = useTexts(STATEMENT_TEXTS);
  const { locale } = useLanguage();
  const navigate = useNavigate();
  const choose = (changes: Period & { readonly period?: string | undefined }): void => {
    const none = { period: undefined, from: undefined, to: undefined };
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...FIRST_PAGE, ...none, ...changes }) });
  };
  const chooseDays = (days: Period): void => {
    const from = days.from === '' ? undefined : days.from;
    const to = days.to === '' ? undefined : days.to;
    choose(from === undefined && to === undefined ? { period: ALL_TIME } : { from, to });
  };
  const months = recentMonths(currentMonth);
  const known = months.includes(preset) || [ALL_TIME, CUSTOM].includes(preset) ? months : [preset, ...months];
  const monthName = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label={texts.period}
        size="xs"
        w={180}
        value={preset}
        allowDeselect={false}
        data={[
          ...known.map((month) => ({ value: month, label: monthName.format(new Date(`${month}-01`)) })),
          { value: ALL_TIME, label: texts.all },
          ...(preset === CUSTOM ? [{ value: CUSTOM, label: texts.custom }] : []),
        ]}
        onChange={(value) => {
          if (value !== null && value !== CUSTOM)
            choose({ period: value === currentMonth ? undefined : value });
        }}
      />
      <DayInput
        size="xs"
        label={texts.from}
        value={period.from ?? ''}
        onChange={(from) => {
          chooseDays({ ...period, from });
        }}
      />
      <DayInput
        size="xs"
        label={texts.to}
        value={period.to ?? ''}
        onChange={(to) => {
          chooseDays({ ...period, to });
        }}
      />
    </Group>
  );
}
