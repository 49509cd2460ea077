import type { Subscription } from '@florin/client';
import { SUBSCRIPTION_STATUSES } from '@florin/payments';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
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
import { useTexts } from '../../i18n/language.js';
import { CreateSubscriptionDialog } from './create-subscription.dialog.js';
import { SUBSCRIPTION_TEXTS } from './texts.js';
import { nextChargeAt } from './upcoming-charge.js';

export function SubscriptionsPage() {
  const { title } = useTexts(SUBSCRIPTION_TEXTS);
  return (
    <NeedsAccount title={title}>
      <Subscriptions />
    </NeedsAccount>
  );
}

function Subscriptions() {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const statuses = useTexts(STATUS_TEXTS);
  const can = useCan();
  const [isCreating, creating] = useDisclosure();
  const { account: _, ...search } = useSearch({ from: '/app/subscriptions' });
  const query = { ...search, limit: PAGE_SIZE };
  const subscriptions = useApi(['subscriptions', query], (florin) =>
    florin.subscriptions.page(query as Parameters<typeof florin.subscriptions.page>[0]),
  );
  const create = can('subscriptions.create') && <Button onClick={creating.open}>{texts.create}</Button>;
  const filters: readonly Filter[] = [
    {
      kind: 'choice',
      name: 'status',
      label: common.status,
      options: SUBSCRIPTION_STATUSES.map((value) => ({ value, label: statuses[value] })),
    },
    { kind: 'text', name: 'reference', label: common.reference, placeholder: common.wholeReference },
  ];
  return (
    <Page title={texts.title} actions={create}>
      <FilterBar filters={filters} />
      <DataTable
        label={texts.title}
        columns={useColumns()}
        query={subscriptions}
        cursor={search}
        linkOf={({ id }) => `/subscriptions/${id}`}
        filters={filters}
        empty={<EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
      />
      <CreateSubscriptionDialog isOpen={isCreating} onClose={creating.close} />
    </Page>
  );
}

function useColumns(): readonly Column<Subscription>[] {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return [
    { label: texts.customer, cell: (row) => row.customer_email },
    {
      label: common.amount,
      cell: (row) => (
        <>
          <MoneyText amount={row.amount} currency={row.currency} fw={600} /> {texts.every[row.interval]}
        </>
      ),
    },
    { label: common.status, cell: (row) => <StatusBadge status={row.status} /> },
    { label: common.reference, cell: (row) => row.reference ?? '', isSecondary: true },
    {
      label: texts.nextRequest,
      cell: (row) => <TimeText value={nextChargeAt(row, new Date())?.toISOString()} />,
      align: 'right',
      isSecondary: true,
    },
  ];
}
