import type { WebhookDelivery } from '@florin/client';
import { TEST_EVENT } from '@florin/webhooks';
import { Loader, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { findEvent } from '../../api/events.js';
import { useApi } from '../../api/use-api.js';
import { CopyText } from '../../common/copy-text.js';
import { DetailList } from '../../common/detail-list.js';
import { JsonView } from '../../common/json-view.js';
import { LinkTo } from '../../common/links.js';
import { Page } from '../../common/page.js';
import { Section } from '../../common/section.js';
import { ErrorState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { Attempts } from './attempts.js';
import { useEndpoint } from './use-endpoint.js';
import { RetryButton } from './retry-button.js';
import { WEBHOOK_TEXTS } from './texts.js';

const PENDING_MS = 3_000;

export function DeliveryPage() {
  const texts = useTexts(WEBHOOK_TEXTS);
  const { deliveryId } = useParams({
    from: '/app/developers/webhooks/$endpointId/deliveries/$deliveryId',
  });
  const { data: delivery, ...query } = useApi(
    ['webhook_deliveries', deliveryId],
    (florin) => florin.webhookDeliveries.get(deliveryId),
    { refetchMs: ({ status }) => (status === 'pending' ? PENDING_MS : undefined) },
  );
  if (delivery === undefined)
    return (
      <Page title={texts.delivery}>
        {query.isError ? <ErrorState error={query.error} onRetry={query.refetch} /> : <Loader />}
      </Page>
    );
  return (
    <Page
      title={delivery.event_type}
      note={<StatusBadge status={delivery.status} />}
      actions={<RetryButton delivery={delivery} />}
    >
      <DeliveryDetails delivery={delivery} />
      <Section title={texts.attempts}>
        <Attempts attempts={delivery.attempts} />
      </Section>
      <Section title={texts.payload}>
        <Payload delivery={delivery} />
      </Section>
    </Page>
  );
}

function DeliveryDetails({ delivery }: { readonly delivery: WebhookDelivery }) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { endpoint_id, event_id, next_attempt_at } = delivery;
  const { data: endpoint } = useEndpoint(endpoint_id);
  return (
    <Section title={common.details}>
      <DetailList
        details={[
          {
            label: texts.endpoint,
            value: (
              <LinkTo to={`/developers/webhooks/${endpoint_id}`} inherit>
                {endpoint?.url ?? endpoint_id}
              </LinkTo>
            ),
          },
          { label: texts.event, value: <CopyText value={event_id} label={texts.event} /> },
          { label: common.id, value: <CopyText value={delivery.id} label={common.id} /> },
          { label: common.created, value: <TimeText value={delivery.created_at} /> },
          next_attempt_at !== null && {
            label: texts.nextAttempt,
            value: <TimeText value={next_attempt_at} />,
          },
        ]}
      />
    </Section>
  );
}

/** The body of each request is the event, as the API shows it. */
function Payload({ delivery: { event_id, event_type } }: { readonly delivery: WebhookDelivery }) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const isTest = event_type === TEST_EVENT;
  const event = useApi(['events', event_id], (florin) => findEvent(florin, event_id), { enabled: !isTest });
  if (isTest) return <Text c="dimmed">{texts.testPayload}</Text>;
  if (event.isLoadingError) return <ErrorState error={event.error} onRetry={event.refetch} />;
  if (event.data === undefined) return <Loader size="sm" />;
  if (event.data === null) return <Text c="dimmed">{texts.noPayload}</Text>;
  return <JsonView label={texts.payload} value={event.data} />;
}
