import type { ListTransfersQuery, Transfer } from '@florin/client';
import { TRANSACTION_STATUSES } from '@florin/ledger';
import { Button, Code } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useAccountScope } from '../../api/account-scope.js';
import { useCan } from '../../api/permissions.js';
import { useApi } from '../../api/use-api.js';
import { type Column, DataTable } from '../../common/data-table.js';
import { type Filter, FilterBar } from '../../common/filter-bar.js';
import { MoneyText } from '../../common/money-text.js';
import { NeedsAccount } from '../../common/needs-account.js';
import { Page } from '../../common/page.js';
import { PAGE_SIZE } from '../../common/search.js';
import { EmptyState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { STATUS_TEXTS } from '../../common/status-texts.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useCreating } from '../../common/use-creating.js';
import { useTexts } from '../../i18n/language.js';
import { CreateTransferDialog } from './create-transfer.dialog.js';
import { TRANSFER_TEXTS } from './texts.js';

export function TransfersPage() {
  const texts = useTexts(TRANSFER_TEXTS);
  return (
    <NeedsAccount title={texts.title}>
      <Transfers />
    </NeedsAccount>
  );
}

function Transfers() {
  const texts = useTexts(TRANSFER_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const statuses = useTexts(STATUS_TEXTS);
  const can = useCan();
  const [isCreating, dialog] = useCreating();
  const { account: _, create: _create, ...search } = useSearch({ from: '/app/transfers' });
  const query = { ...search, limit: PAGE_SIZE } as ListTransfersQuery;
  const transfers = useApi(['transfers', query], (florin, signal) =>
    florin.transfers.page(query, { signal }),
  );
  const create = can('transfers.create') && (
    <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
      {texts.create}
    </Button>
  );
  const filters: readonly Filter[] = [
    {
      kind: 'choice',
      name: 'status',
      label: common.status,
      options: TRANSACTION_STATUSES.map((value) => ({ value, label: statuses[value] })),
    },
  ];
  return (
    <Page title={texts.title} description={texts.description} actions={create}>
      <FilterBar filters={filters} />
      <DataTable
        label={texts.title}
        columns={useColumns()}
        query={transfers}
        cursor={search}
        linkOf={({ id }) => `/transfers/${id}`}
        filters={filters}
        empty={<EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
      />
      <CreateTransferDialog isOpen={isCreating && create !== false} onClose={dialog.close} />
    </Page>
  );
}

function useColumns(): readonly Column<Transfer>[] {
  const texts = useTexts(TRANSFER_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { accountId } = useAccountScope();
  const isOutgoing = (transfer: Transfer): boolean => transfer.from_account_id === accountId;
  return [
    {
      label: common.amount,
      cell: (row) => <MoneyText amount={row.amount} currency={row.currency} fw={600} />,
    },
    { label: common.status, cell: (row) => <StatusBadge status={row.status} /> },
    { label: texts.direction, cell: (row) => (isOutgoing(row) ? texts.outgoing : texts.incoming) },
    {
      label: texts.otherAccount,
      cell: (row) => <Code>{isOutgoing(row) ? row.to_account_id : row.from_account_id}</Code>,
      isSecondary: true,
    },
    {
      label: common.reference,
      cell: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row.reference}</span>,
      isSecondary: true,
    },
    { label: common.created, cell: (row) => <TimeText value={row.created_at} />, align: 'right' },
  ];
}
