import { Text } from '@mantine/core';
import { useApi } from '../../api/use-api.js';
import { useFormats } from '../../common/formats.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { type Deliveries, type FailingEndpoint, failingEndpoints } from './failing-webhooks.js';
import { FewTable } from './few-table.js';
import { HOME_TEXTS } from './texts.js';

const REFETCH_MS = 60_000;

export function FailingWebhooks() {
  const texts = useTexts(HOME_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const failing = useApi(['webhook_endpoints', 'failing'], failingEndpoints, { refetchMs: REFETCH_MS });
  return (
    <FewTable
      title={texts.webhooks}
      to="/developers/webhooks"
      query={failing}
      empty={failing.data?.hasEndpoints === true ? texts.noFailures : texts.noEndpoints}
      linkOf={({ id }) => `/developers/webhooks/${id}`}
      columns={[
        {
          label: texts.endpoint,
          cell: ({ url }) => <span style={{ overflowWrap: 'anywhere' }}>{url}</span>,
        },
        {
          label: common.status,
          cell: ({ isDisabled }) => <StatusBadge status={isDisabled ? 'disabled' : 'enabled'} />,
          isSecondary: true,
        },
        { label: texts.problem, cell: (endpoint) => <Problem endpoint={endpoint} /> },
      ]}
    />
  );
}

function Problem({
  endpoint: { isDisabled, undelivered, retrying },
}: {
  readonly endpoint: FailingEndpoint;
}) {
  const texts = useTexts(HOME_TEXTS);
  const { number } = useFormats();
  const countOf = ({ count, hasMore }: Deliveries): string => number(count) + (hasMore ? '+' : '');
  return (
    <Text size="sm" component="div">
      {isDisabled && <div>{texts.disabled}</div>}
      {undelivered.count > 0 && <div>{texts.undelivered(countOf(undelivered))}</div>}
      {retrying.count > 0 && <div>{texts.retrying(countOf(retrying))}</div>}
    </Text>
  );
}
