import { ACCOUNT_STATUSES, ACCOUNT_TYPES } from '@florin/accounts';
import type { AccountListItem, ListAccountsQuery } from '@florin/client';
import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useApi } from '../../../api/use-api.js';
import { type Column, DataTable } from '../../../common/data-table.js';
import { type Filter, FilterBar } from '../../../common/filter-bar.js';
import { NumberedPager, pageNumber } from '../../../common/numbered-pager.js';
import { Page } from '../../../common/page.js';
import { EmptyState } from '../../../common/states.js';
import { StatusBadge } from '../../../common/status-badge.js';
import { STATUS_TEXTS } from '../../../common/status-texts.js';
import { COMMON_TEXTS } from '../../../common/texts.js';
import { TimeText } from '../../../common/time-text.js';
import { useListQuery } from '../../../common/use-list-query.js';
import { useTexts } from '../../../i18n/language.js';
import { OpenAccountDialog } from './open-account.dialog.js';
import { ACCOUNT_TEXTS } from './texts.js';

export function AccountsPage() {
  const texts = useTexts(ACCOUNT_TEXTS);
  const filters = useAccountFilters();
  const [isOpening, opening] = useDisclosure();
  return (
    <Page title={texts.title} actions={<Button onClick={opening.open}>{texts.open}</Button>}>
      <FilterBar filters={filters} />
      <AccountsTable filters={filters} />
      <OpenAccountDialog isOpen={isOpening} onClose={opening.close} />
    </Page>
  );
}

function useAccountFilters(): readonly Filter[] {
  const texts = useTexts(ACCOUNT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const statuses = useTexts(STATUS_TEXTS);
  return [
    { kind: 'text', name: 'search', label: texts.searchLabel },
    {
      kind: 'choice',
      name: 'status',
      label: common.status,
      options: ACCOUNT_STATUSES.map((value) => ({ value, label: statuses[value] })),
    },
    {
      kind: 'choice',
      name: 'type',
      label: common.type,
      options: ACCOUNT_TYPES.map((value) => ({ value, label: texts.types[value] })),
    },
    { kind: 'date', name: 'created_after', label: texts.openedAfter },
    { kind: 'date', name: 'created_before', label: texts.openedBefore },
  ];
}

function AccountsTable({ filters }: { readonly filters: readonly Filter[] }) {
  const texts = useTexts(ACCOUNT_TEXTS);
  const { page, ...search } = useSearch({ from: '/app/for-admins/admin/accounts' });
  const list = useListQuery(search);
  const query: ListAccountsQuery = { ...list.query, page: pageNumber(page) };
  const accounts = useApi(
    ['accounts', query],
    async (florin) => {
      const { data, pagination } = await florin.accounts.page(query);
      return { data, has_more: false, pagination };
    },
    { isOfService: true, enabled: list.isReady },
  );
  return (
    <Stack gap="sm">
      <DataTable
        label={texts.title}
        columns={useColumns()}
        query={accounts}
        linkOf={({ id }) => `/admin/accounts/${id}`}
        empty={<EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
        filters={filters}
      />
      <NumberedPager pagination={accounts.data?.pagination} />
    </Stack>
  );
}

function useColumns(): readonly Column<AccountListItem>[] {
  const texts = useTexts(ACCOUNT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return [
    {
      label: common.name,
      cell: ({ name }) => <span style={{ overflowWrap: 'anywhere', fontWeight: 500 }}>{name}</span>,
    },
    { label: common.email, cell: ({ email }) => email, isSecondary: true },
    { label: common.type, cell: ({ type }) => texts.types[type], isSecondary: true },
    { label: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { label: texts.opened, cell: (row) => <TimeText value={row.created_at} />, align: 'right' },
  ];
}
