import type { WebhookEndpoint, WebhookEndpointWithSecret } from '@florin/client';
import { Button, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../api/permissions.js';
import { useApi } from '../../api/use-api.js';
import { type Column, DataTable } from '../../common/data-table.js';
import { NeedsAccount } from '../../common/needs-account.js';
import { Page } from '../../common/page.js';
import { PAGE_SIZE } from '../../common/search.js';
import { SecretDialog } from '../../common/secret-dialog.js';
import { EmptyState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useCreating } from '../../common/use-creating.js';
import { useTexts } from '../../i18n/language.js';
import { CreateEndpointDialog } from './create-endpoint.dialog.js';
import { useEventsText } from './endpoint-events.js';
import { WEBHOOK_TEXTS } from './texts.js';

export function WebhooksPage() {
  const { title } = useTexts(WEBHOOK_TEXTS);
  return (
    <NeedsAccount title={title}>
      <Webhooks />
    </NeedsAccount>
  );
}

function Webhooks() {
  const texts = useTexts(WEBHOOK_TEXTS);
  const can = useCan();
  const { starting_after, ending_before } = useSearch({ from: '/app/developers/webhooks' });
  const cursor = { starting_after, ending_before };
  const [isCreating, creating] = useCreating();
  const [created, setCreated] = useState<WebhookEndpointWithSecret>();
  const endpoints = useApi(['webhook_endpoints', cursor], (florin) =>
    florin.webhookEndpoints.page({ ...cursor, limit: PAGE_SIZE }),
  );
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={can('webhook_endpoints.create') && <Button onClick={creating.open}>{texts.create}</Button>}
    >
      <DataTable
        label={texts.title}
        columns={useColumns()}
        query={endpoints}
        cursor={cursor}
        linkOf={({ id }) => `/developers/webhooks/${id}`}
        empty={<EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
      />
      <CreateEndpointDialog
        isOpen={isCreating && can('webhook_endpoints.create')}
        onClose={creating.close}
        onCreated={(endpoint) => {
          creating.close();
          setCreated(endpoint);
        }}
      />
      <SecretDialog
        title={texts.secretTitle}
        label={texts.secret}
        secret={created?.secret}
        onClose={() => {
          setCreated(undefined);
        }}
      >
        <Text size="sm">{texts.secretHint}</Text>
      </SecretDialog>
    </Page>
  );
}

function useColumns(): readonly Column<WebhookEndpoint>[] {
  const texts = useTexts(WEBHOOK_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const eventsText = useEventsText();
  return [
    {
      label: texts.url,
      cell: ({ url, description }) => (
        <span style={{ overflowWrap: 'anywhere' }}>
          {url}
          {description !== null && (
            <Text component="span" display="block" size="xs" c="dimmed">
              {description}
            </Text>
          )}
        </span>
      ),
    },
    { label: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { label: texts.events, cell: ({ events }) => eventsText(events), isSecondary: true },
    {
      label: common.created,
      cell: (row) => <TimeText value={row.created_at} />,
      align: 'right',
      isSecondary: true,
    },
  ];
}
