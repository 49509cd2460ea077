import type { Florin } from '@florin/client';
import { Grid, Group, Skeleton, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../api/use-api.js';
import { EventTimeline } from '../../common/event-timeline.js';
import { useFormats } from '../../common/formats.js';
import { MetadataList } from '../../common/metadata.js';
import { Page } from '../../common/page.js';
import { Section } from '../../common/section.js';
import { ErrorState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { PaymentActions } from './payment-actions.js';
import { PaymentDetails } from './payment-details.js';
import { PaymentLink } from './payment-link.js';
import { AttemptTable, LineItemTable } from './payment-tables.js';
import { RefundTable } from './refund-table.js';
import { isPayable, type PaymentWithRefunds, refetchMsOf } from './refundable.js';
import { RefundedBadge } from './refunded-badge.js';
import { PAYMENT_TEXTS } from './texts.js';

const MAX_REFUNDS = 100;
// Their events are read one refund at a time.
const MAX_REFUNDS_IN_TIMELINE = 20;

export function PaymentPage() {
  const { paymentId } = useParams({ from: '/app/payments/$paymentId' });
  return <LoadedPayment key={paymentId} id={paymentId} />;
}

async function read(florin: Florin, id: string): Promise<PaymentWithRefunds> {
  const [payment, refunds] = await Promise.all([
    florin.payments.get(id),
    florin.refunds.page(id, { limit: MAX_REFUNDS }),
  ]);
  return { payment, refunds: refunds.data, hasMoreRefunds: refunds.has_more };
}

function LoadedPayment({ id }: { readonly id: string }) {
  const { payment } = useTexts(PAYMENT_TEXTS);
  const query = useApi(['payments', id], (florin) => read(florin, id), { refetchMs: refetchMsOf });
  if (query.data !== undefined) return <Content {...query.data} />;
  return (
    <Page title={payment}>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={query.refetch} list="/payments" />
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </Page>
  );
}

function Content(data: PaymentWithRefunds) {
  const { payment, refunds } = data;
  const newest = refunds.slice(0, MAX_REFUNDS_IN_TIMELINE);
  const { money } = useFormats();
  const common = useTexts(COMMON_TEXTS);
  return (
    <Page
      title={money(payment.amount, payment.currency)}
      note={
        <Group gap="xs">
          <StatusBadge status={payment.status} />
          <RefundedBadge {...payment} />
        </Group>
      }
      {...(payment.description !== null && { description: payment.description })}
      actions={<PaymentActions {...data} />}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            {isPayable(payment, Date.now()) && <PaymentLink url={payment.payment_url} />}
            <RefundTable {...data} />
            <PaymentDetails payment={payment} />
            <LineItemTable {...payment} />
            <AttemptTable attempts={payment.attempts} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Section title={common.timeline}>
              <EventTimeline
                subjectIds={[payment.id, ...newest.map(({ id }) => id)]}
                state={[payment.updated_at, ...refunds.map(({ status }) => status)].join()}
              />
            </Section>
            {Object.keys(payment.metadata).length > 0 && (
              <Section title={common.metadata}>
                <MetadataList metadata={payment.metadata} />
              </Section>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
