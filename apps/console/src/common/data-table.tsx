import { Button, Group, Paper, Skeleton, Stack, Table, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { type Filter, useFilters } from './filter-bar.js';
import { LinkTo } from './links.js';
import { type Cursor, type ListPage, Pager } from './pager.js';
import { EmptyState, ErrorState } from './states.js';
import { COMMON_TEXTS } from './texts.js';

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
  /** Left out on phones. */
  readonly isSecondary?: boolean;
}

interface DataTableProps<Row extends { readonly id: string }> {
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly query: UseQueryResult<ListPage<Row>>;
  /** Shown in place of an empty list. */
  readonly empty: ReactNode;
  /** The address of a row's page. The first column becomes the link. */
  readonly linkOf?: (row: Row) => string;
  /** The search parameters of these links. */
  readonly linkSearch?: ComponentProps<typeof LinkTo>['search'];
  /** What a row shows when it is opened by its first column. */
  readonly detailOf?: (row: Row) => ReactNode;
  readonly cursor?: Cursor;
  /** Those of the FilterBar above: an empty list may only mean that nothing matches them. */
  readonly filters?: readonly Filter[];
}

export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const { label, columns, query, empty, linkOf, detailOf, cursor, filters = [] } = props;
  const { isFiltered, clear } = useFilters(filters);
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={query.refetch} />;
  if (query.data?.data.length === 0 && isFiltered) return <NothingFound onClear={clear} />;
  if (query.data?.data.length === 0 && !isPosition(cursor)) return <>{empty}</>;
  return (
    <Stack gap="sm">
      {query.isRefetchError && <ErrorState error={query.error} onRetry={query.refetch} />}
      <Paper
        withBorder
        radius="md"
        style={{ overflowX: 'auto' }}
        // What scrolls must be reachable with the keyboard, if no link or button in it is.
        {...(linkOf === undefined && detailOf === undefined && { tabIndex: 0 })}
      >
        <Table highlightOnHover verticalSpacing="sm" aria-label={label} aria-busy={query.isFetching}>
          <HeaderRow columns={columns} />
          <Table.Tbody style={query.isPlaceholderData ? { opacity: 0.5 } : {}}>
            {query.data === undefined ? (
              <LoadingRows columns={columns} />
            ) : (
              query.data.data.map((row) => <DataRow key={row.id} {...props} row={row} />)
            )}
          </Table.Tbody>
        </Table>
      </Paper>
      {cursor && query.data && <Pager page={query.data} cursor={cursor} />}
    </Stack>
  );
}

export function HeaderRow<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) => (
          <Table.Th key={column.label} ta={column.align ?? 'left'} {...visibility(column)}>
            {column.label}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

export function DataRow<Row extends { readonly id: string }>(
  props: Pick<DataTableProps<Row>, 'columns' | 'linkOf' | 'linkSearch' | 'detailOf'> & { readonly row: Row },
) {
  const { columns, linkOf, linkSearch, detailOf, row } = props;
  const [isOpen, { toggle }] = useDisclosure();
  const firstCell = (content: ReactNode): ReactNode => {
    if (linkOf)
      return (
        <LinkTo to={linkOf(row)} {...(linkSearch && { search: linkSearch })} fz="inherit">
          {content}
        </LinkTo>
      );
    if (!detailOf) return content;
    return (
      <UnstyledButton onClick={toggle} aria-expanded={isOpen} fz="inherit">
        <Group gap={4} wrap="nowrap">
          {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          {content}
        </Group>
      </UnstyledButton>
    );
  };
  return (
    <>
      <Table.Tr>
        {columns.map((column, index) => (
          <Table.Td key={column.label} ta={column.align ?? 'left'} {...visibility(column)}>
            {index === 0 ? firstCell(column.cell(row)) : column.cell(row)}
          </Table.Td>
        ))}
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={columns.length}>{detailOf?.(row)}</Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

const visibility = ({ isSecondary = false }: { readonly isSecondary?: boolean }) =>
  isSecondary ? { visibleFrom: 'sm' as const } : {};

function LoadingRows<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return Array.from({ length: 5 }, (_, row) => (
    <Table.Tr key={row}>
      {columns.map((column) => (
        <Table.Td key={column.label} {...visibility(column)}>
          <Skeleton height={14} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

const isPosition = ({ starting_after, ending_before }: Cursor = {}): boolean =>
  starting_after !== undefined || ending_before !== undefined;

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  const texts = useTexts(COMMON_TEXTS);
  return (
    <EmptyState title={texts.nothingFound}>
      <Button variant="default" size="xs" onClick={onClear}>
        {texts.clearFilters}
      </Button>
    </EmptyState>
  );
}
