import type { TransactionListItem } from '@florin/client';
import { Stack, Text } from '@mantine/core';
import { useApi } from '../../api/use-api.js';
import { type Column, DataTable } from '../../common/data-table.js';
import { FilterBar } from '../../common/filter-bar.js';
import { MoneyText } from '../../common/money-text.js';
import { Reference, ResourceLink } from '../../common/resource-link.js';
import { EmptyState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { TRANSACTION_TEXTS } from './texts.js';
import {
  type TransactionScope,
  type TransactionSearch,
  useTransactionFilters,
  useTransactionQuery,
} from './transaction-query.js';
import { signedAmount } from './transaction-rules.js';

interface TransactionTableProps {
  /** Read with textsOfSearch and TRANSACTION_SEARCH or ALL_TRANSACTIONS_SEARCH. */
  readonly search: TransactionSearch;
  readonly scope: TransactionScope;
}

/** An admin who acts for one account finds only that one's transactions. */
const NO_ACCOUNT = { account: undefined };

/** Transactions with their filters, newest first. */
export function TransactionTable({ search, scope }: TransactionTableProps) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const isOfService = scope === 'service';
  const { query, isReady } = useTransactionQuery(search);
  const filters = useTransactionFilters(scope);
  const columns = useTransactionColumns(scope);
  const transactions = useApi(
    ['transactions', query],
    (florin, signal) => florin.transactions.page(query, { signal }),
    { enabled: isReady, isOfService },
  );
  return (
    <Stack gap="md">
      <FilterBar filters={filters} />
      <DataTable
        label={texts.title}
        columns={columns}
        query={transactions}
        cursor={search}
        filters={filters}
        linkOf={({ id }) => `/transactions/${id}`}
        {...(isOfService && { linkSearch: NO_ACCOUNT })}
        empty={<EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
      />
    </Stack>
  );
}

export function useTransactionColumns(scope: TransactionScope): readonly Column<TransactionListItem>[] {
  const texts = useTexts(TRANSACTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const account: Column<TransactionListItem> = {
    label: texts.account,
    cell: (row) => <ResourceLink id={row.account_id} />,
    isSecondary: true,
  };
  return [
    {
      label: common.amount,
      cell: (row) => <MoneyText amount={signedAmount(row)} currency={row.currency} isSigned fw={600} />,
    },
    { label: common.status, cell: (row) => <StatusBadge status={row.status} /> },
    {
      label: common.type,
      cell: (row) =>
        row.transfer_id === null ? texts.types[row.type] : texts.ofTransfer(texts.types[row.type]),
      isSecondary: true,
    },
    {
      label: common.reference,
      cell: ({ reference }) => (
        <Text inherit truncate maw={260} {...(reference !== null && { title: reference })}>
          {scope === 'account' ? <Reference reference={reference} /> : reference}
        </Text>
      ),
      isSecondary: true,
    },
    ...(scope === 'service' ? [account] : []),
    { label: common.created, cell: (row) => <TimeText value={row.created_at} />, align: 'right' },
  ];
}
