import { Skeleton, Stack, Table, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Column, DataRow, HeaderRow } from '../../common/data-table.js';
import { Loaded } from '../../common/loaded.js';
import { LinkTo } from '../../common/links.js';
import type { ListPage } from '../../common/pager.js';
import { Section } from '../../common/section.js';
import { useTexts } from '../../i18n/language.js';
import { HOME_TEXTS } from './texts.js';

interface FewTableProps<Row extends { readonly id: string }> {
  readonly title: string;
  /** The page of the whole list, with its filter. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly query: UseQueryResult<ListPage<Row>>;
  readonly empty: ReactNode;
  readonly columns: readonly Column<Row>[];
  /** The first column becomes the link. */
  readonly linkOf: (row: Row) => string;
}

/** The first items of a list, with a link to all. */
export function FewTable<Row extends { readonly id: string }>(props: FewTableProps<Row>) {
  const { title, to, search = {}, query, empty } = props;
  const texts = useTexts(HOME_TEXTS);
  return (
    <Section
      title={title}
      actions={
        <LinkTo to={to} search={search} size="sm" aria-label={texts.viewAllOf(title)}>
          {texts.viewAll}
        </LinkTo>
      }
    >
      <Loaded query={query} loading={<LoadingRows />}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {empty}
            </Text>
          ) : (
            <Rows {...props} rows={data} />
          )
        }
      </Loaded>
    </Section>
  );
}

function LoadingRows() {
  return (
    <Stack gap="xs">
      <Skeleton height={20} />
      <Skeleton height={20} />
      <Skeleton height={20} />
    </Stack>
  );
}

function Rows<Row extends { readonly id: string }>({
  title,
  columns,
  linkOf,
  rows,
}: Pick<FewTableProps<Row>, 'title' | 'columns' | 'linkOf'> & { readonly rows: readonly Row[] }) {
  return (
    <Table.ScrollContainer minWidth={0} type="native">
      <Table aria-label={title} verticalSpacing={6} horizontalSpacing={6}>
        <HeaderRow columns={columns} />
        <Table.Tbody>
          {rows.map((row) => (
            <DataRow key={row.id} columns={columns} linkOf={linkOf} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
