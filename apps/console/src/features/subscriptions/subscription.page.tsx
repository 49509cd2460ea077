import type { Subscription } from '@florin/client';
import { Loader, SimpleGrid } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../api/use-api.js';
import { CopyText } from '../../common/copy-text.js';
import { DetailList } from '../../common/detail-list.js';
import { EventTimeline } from '../../common/event-timeline.js';
import { MetadataList } from '../../common/metadata.js';
import { MoneyText } from '../../common/money-text.js';
import { Page } from '../../common/page.js';
import { ResourceLink } from '../../common/resource-link.js';
import { Section } from '../../common/section.js';
import { ErrorState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { SubscriptionActions } from './subscription-actions.js';
import { SubscriptionPayments } from './subscription-payments.js';
import { SUBSCRIPTION_TEXTS } from './texts.js';
import { CurrentPeriod, UpcomingCharge } from './subscription-periods.js';

export function SubscriptionPage() {
  const { subscriptionId } = useParams({ from: '/app/subscriptions/$subscriptionId' });
  return <Loaded key={subscriptionId} id={subscriptionId} />;
}

function Loaded({ id }: { readonly id: string }) {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  const query = useApi(['subscriptions', id], (florin) => florin.subscriptions.get(id));
  if (query.data !== undefined) return <Content subscription={query.data} />;
  return (
    <Page title={texts.subscription}>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={query.refetch} list="/subscriptions" />
      ) : (
        <Loader />
      )}
    </Page>
  );
}

function Content({ subscription }: { readonly subscription: Subscription }) {
  const common = useTexts(COMMON_TEXTS);
  const { id, customer_email, status, metadata, updated_at } = subscription;
  return (
    <Page
      title={customer_email}
      note={<StatusBadge status={status} />}
      actions={<SubscriptionActions subscription={subscription} />}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <UpcomingCharge subscription={subscription} />
        <CurrentPeriod subscription={subscription} />
      </SimpleGrid>
      <SubscriptionPayments subscriptionId={id} />
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <Details subscription={subscription} />
        <Section title={common.timeline}>
          <EventTimeline subjectIds={[id]} state={updated_at} />
        </Section>
      </SimpleGrid>
      {Object.keys(metadata).length > 0 && (
        <Section title={common.metadata}>
          <MetadataList metadata={metadata} />
        </Section>
      )}
    </Page>
  );
}

function Details({ subscription }: { readonly subscription: Subscription }) {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { id, customer_email, amount, currency, interval, reference, latest_payment_id } = subscription;
  return (
    <Section title={common.details}>
      <DetailList
        details={[
          { label: common.id, value: <CopyText value={id} label={common.id} /> },
          { label: texts.customer, value: customer_email },
          {
            label: common.amount,
            value: (
              <>
                <MoneyText amount={amount} currency={currency} /> {texts.every[interval]}
              </>
            ),
          },
          { label: common.reference, value: reference },
          {
            label: texts.latestPayment,
            value: <ResourceLink id={latest_payment_id} />,
          },
          { label: common.created, value: <TimeText value={subscription.created_at} /> },
          subscription.canceled_at !== null && {
            label: texts.canceledAt,
            value: <TimeText value={subscription.canceled_at} />,
          },
        ]}
      />
    </Section>
  );
}
