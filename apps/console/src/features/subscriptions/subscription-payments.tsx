import type { Payment } from '@florin/client';
import { Text } from '@mantine/core';
import { useApi } from '../../api/use-api.js';
import { type Column, DataTable } from '../../common/data-table.js';
import { LinkTo } from '../../common/links.js';
import { MoneyText } from '../../common/money-text.js';
import { Section } from '../../common/section.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { SUBSCRIPTION_TEXTS } from './texts.js';

const MAX_PAYMENTS = 10;

/** The newest requests of the subscription. */
export function SubscriptionPayments({ subscriptionId }: { readonly subscriptionId: string }) {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  const query = { subscription_id: subscriptionId, limit: MAX_PAYMENTS };
  const payments = useApi(['payments', query], (florin) => florin.payments.page(query));
  return (
    <Section
      title={texts.payments}
      actions={
        payments.data?.has_more === true && (
          <LinkTo to="/payments" search={{ subscription_id: subscriptionId }} size="sm">
            {texts.allPayments}
          </LinkTo>
        )
      }
    >
      <DataTable
        label={texts.payments}
        columns={useColumns()}
        query={payments}
        linkOf={({ id }) => `/payments/${id}`}
        empty={<Text c="dimmed">{texts.noPayments}</Text>}
      />
    </Section>
  );
}

function useColumns(): readonly Column<Payment>[] {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return [
    {
      label: common.amount,
      cell: (row) => <MoneyText amount={row.amount} currency={row.currency} fw={600} />,
    },
    { label: common.status, cell: (row) => <StatusBadge status={row.status} /> },
    { label: texts.paidAt, cell: (row) => <TimeText value={row.paid_at} />, isSecondary: true },
    { label: common.created, cell: (row) => <TimeText value={row.created_at} />, align: 'right' },
  ];
}
