import type { ListPaymentsQuery, Payment } from '@florin/client';
import { parseEmail } from '@florin/kernel';
import { PAYMENT_REQUEST_STATUSES } from '@florin/payments';
import { Button, Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useCan } from '../../api/permissions.js';
import { useApi } from '../../api/use-api.js';
import { type Column, DataTable } from '../../common/data-table.js';
import { type Filter, FilterBar } from '../../common/filter-bar.js';
import { LinkTo } from '../../common/links.js';
import { MoneyText } from '../../common/money-text.js';
import { NeedsAccount } from '../../common/needs-account.js';
import { Page } from '../../common/page.js';
import { EmptyState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { STATUS_TEXTS } from '../../common/status-texts.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useListQuery } from '../../common/use-list-query.js';
import { useTexts } from '../../i18n/language.js';
import { RefundedBadge } from './refunded-badge.js';
import { PAYMENT_TEXTS } from './texts.js';

export function PaymentsPage() {
  const { title } = useTexts(PAYMENT_TEXTS);
  return (
    <NeedsAccount title={title}>
      <Payments />
    </NeedsAccount>
  );
}

function Payments() {
  const texts = useTexts(PAYMENT_TEXTS);
  const { account: _, ...search } = useSearch({ from: '/app/payments' });
  const { query, isReady } = useListQuery(search);
  // The API filters by whole addresses, and refuses others.
  const { customer_email: email } = search;
  const isPartOfEmail = email !== undefined && parseEmail(email) === undefined;
  const payments = useApi(
    ['payments', 'list', query],
    (florin) => florin.payments.page(query as ListPaymentsQuery),
    { enabled: isReady && !isPartOfEmail },
  );
  const columns = useColumns();
  const filters = useFilterFields(search.subscription_id !== undefined);
  return (
    <Page title={texts.title} actions={<CreateButton />}>
      <FilterBar filters={filters} />
      {isPartOfEmail ? (
        <EmptyState title={texts.wholeEmail} />
      ) : (
        <DataTable
          label={texts.title}
          columns={columns}
          query={payments}
          cursor={search}
          filters={filters}
          linkOf={({ id }) => `/payments/${id}`}
          empty={
            <EmptyState title={texts.empty}>
              {texts.emptyHint}
              <Group justify="center" mt="md">
                <CreateButton />
              </Group>
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}

function CreateButton() {
  const { create } = useTexts(PAYMENT_TEXTS);
  if (!useCan()('payments.create')) return null;
  return (
    <Button renderRoot={(props) => <LinkTo to="/payments/new" underline="never" {...props} />}>
      {create}
    </Button>
  );
}

/** The filter by subscription is only offered where a link has set it. */
function useFilterFields(hasSubscription: boolean): readonly Filter[] {
  const texts = useTexts(PAYMENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const statuses = useTexts(STATUS_TEXTS);
  return [
    {
      kind: 'choice',
      name: 'status',
      label: common.status,
      options: PAYMENT_REQUEST_STATUSES.map((value) => ({ value, label: statuses[value] })),
    },
    { kind: 'text', name: 'customer_email', label: texts.customer },
    { kind: 'text', name: 'reference', label: common.reference, placeholder: common.wholeReference },
    ...(hasSubscription
      ? [{ kind: 'text' as const, name: 'subscription_id', label: texts.subscription }]
      : []),
    { kind: 'date', name: 'created_after', label: common.createdAfter },
    { kind: 'date', name: 'created_before', label: common.createdBefore },
  ];
}

function useColumns(): readonly Column<Payment>[] {
  const texts = useTexts(PAYMENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return [
    {
      label: common.amount,
      cell: (row) => <MoneyText amount={row.amount} currency={row.currency} fw={600} />,
    },
    {
      label: common.status,
      cell: (row) => (
        <Group gap={6}>
          <StatusBadge status={row.status} />
          <RefundedBadge {...row} />
        </Group>
      ),
    },
    {
      label: texts.customer,
      cell: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row.customer_email}</span>,
    },
    { label: texts.description, cell: (row) => row.description ?? row.reference ?? '', isSecondary: true },
    {
      label: common.created,
      cell: (row) => <TimeText value={row.created_at} />,
      align: 'right',
      isSecondary: true,
    },
  ];
}
