import type { WebhookEndpoint } from '@florin/client';
import { Alert, Loader } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { CopyText } from '../../common/copy-text.js';
import { DetailList } from '../../common/detail-list.js';
import { LinkTo } from '../../common/links.js';
import { Page } from '../../common/page.js';
import { Section } from '../../common/section.js';
import { ErrorState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { Deliveries } from './deliveries.js';
import { EndpointActions } from './endpoint-actions.js';
import { EndpointEvents } from './endpoint-events.js';
import { WEBHOOK_TEXTS } from './texts.js';
import { useEndpoint } from './use-endpoint.js';

export function EndpointPage() {
  const texts = useTexts(WEBHOOK_TEXTS);
  const { endpointId } = useParams({ from: '/app/developers/webhooks/$endpointId' });
  const { data: endpoint, ...query } = useEndpoint(endpointId);
  if (endpoint === undefined)
    return (
      <Page title={texts.endpoint}>
        {query.isError ? (
          <ErrorState error={query.error} onRetry={query.refetch} list="/developers/webhooks" />
        ) : (
          <Loader />
        )}
      </Page>
    );
  return (
    <Page
      title={hostOf(endpoint.url)}
      {...(endpoint.description !== null && { description: endpoint.description })}
      note={<StatusBadge status={endpoint.status} />}
      actions={<EndpointActions endpoint={endpoint} />}
    >
      {endpoint.status === 'disabled' && <DisabledAlert endpoint={endpoint} />}
      <EndpointDetails endpoint={endpoint} />
      <Section title={texts.deliveries}>
        <Deliveries endpointId={endpointId} />
      </Section>
    </Page>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** Florin also disables endpoints itself; the event has the reason. */
function DisabledAlert({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const texts = useTexts(WEBHOOK_TEXTS);
  return (
    <Alert color="yellow" title={texts.disabledTitle}>
      {texts.disabledHint}{' '}
      <LinkTo
        to="/developers/events"
        search={{ subject_id: endpoint.id }}
        inherit
        c="inherit"
        underline="always"
      >
        {texts.whyDisabled}
      </LinkTo>
    </Alert>
  );
}

function EndpointDetails({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return (
    <Section title={common.details}>
      <DetailList
        details={[
          { label: texts.url, value: <CopyText value={endpoint.url} label={texts.url} /> },
          { label: texts.events, value: <EndpointEvents events={endpoint.events} /> },
          { label: common.id, value: <CopyText value={endpoint.id} label={common.id} /> },
          { label: common.created, value: <TimeText value={endpoint.created_at} /> },
          { label: texts.updated, value: <TimeText value={endpoint.updated_at} /> },
        ]}
      />
    </Section>
  );
}
