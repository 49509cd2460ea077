import type { ListWebhookDeliveriesQuery, WebhookDelivery } from '@florin/client';
import { DELIVERY_STATUSES } from '@florin/webhooks';
import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useApi } from '../../api/use-api.js';
import { type Column, DataTable } from '../../common/data-table.js';
import { type Filter, FilterBar } from '../../common/filter-bar.js';
import { PAGE_SIZE } from '../../common/search.js';
import { EmptyState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { STATUS_TEXTS } from '../../common/status-texts.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { AttemptResult } from './attempts.js';
import { WEBHOOK_TEXTS } from './texts.js';

const REFETCH_MS = 5_000;

/** The log of an endpoint, newest event first. */
export function Deliveries({ endpointId }: { readonly endpointId: string }) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const { account: _, ...search } = useSearch({ from: '/app/developers/webhooks/$endpointId' });
  const query = { ...search, limit: PAGE_SIZE } as ListWebhookDeliveriesQuery;
  const deliveries = useApi(
    ['webhook_deliveries', endpointId, query],
    (florin) => florin.webhookDeliveries.page(endpointId, query),
    { refetchMs: REFETCH_MS },
  );
  const filters = useDeliveryFilters();
  return (
    <>
      <FilterBar filters={filters} />
      <DataTable
        label={texts.deliveries}
        columns={useColumns()}
        query={deliveries}
        cursor={search}
        filters={filters}
        linkOf={({ id }) => `/developers/webhooks/${endpointId}/deliveries/${id}`}
        empty={<EmptyState title={texts.noDeliveries}>{texts.noDeliveriesHint}</EmptyState>}
      />
    </>
  );
}

function useDeliveryFilters(): readonly Filter[] {
  const common = useTexts(COMMON_TEXTS);
  const statuses = useTexts(STATUS_TEXTS);
  const options = DELIVERY_STATUSES.map((value) => ({ value, label: statuses[value] }));
  return [{ kind: 'choice', name: 'status', label: common.status, options }];
}

function useColumns(): readonly Column<WebhookDelivery>[] {
  const texts = useTexts(WEBHOOK_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return [
    {
      label: texts.event,
      cell: ({ event_type }) => (
        <Text span inherit ff="monospace">
          {event_type}
        </Text>
      ),
    },
    { label: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      label: texts.lastResponse,
      cell: ({ attempts }) => <AttemptResult attempt={attempts.at(-1)} />,
      isSecondary: true,
    },
    { label: texts.attempts, cell: ({ attempts }) => attempts.length, align: 'right', isSecondary: true },
    {
      label: common.created,
      cell: (row) => <TimeText value={row.created_at} />,
      align: 'right',
      isSecondary: true,
    },
  ];
}
