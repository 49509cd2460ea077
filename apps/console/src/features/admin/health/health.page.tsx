import type { ServiceHealth } from '@florin/client';
import { Alert, List, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useApi } from '../../../api/use-api.js';
import { Loaded } from '../../../common/loaded.js';
import { Page } from '../../../common/page.js';
import { useTexts } from '../../../i18n/language.js';
import { BacklogSection, LedgerSection, DatabaseSection } from './health-sections.js';
import { JobsTable } from './jobs-table.js';
import { PlatformActivity } from './platform-activity.js';
import { HEALTH_TEXTS } from './texts.js';

const REFETCH_MS = 10_000;

export function HealthPage() {
  const texts = useTexts(HEALTH_TEXTS);
  const health = useApi(['health'], (florin) => florin.admin.health(), {
    isOfService: true,
    refetchMs: REFETCH_MS,
  });
  return (
    <Page title={texts.title} description={texts.description}>
      <Loaded query={health} loading={<Skeleton height={360} />}>
        {(data) => <Health health={data} />}
      </Loaded>
      <PlatformActivity />
    </Page>
  );
}

function Health({ health }: { readonly health: ServiceHealth }) {
  return (
    <Stack>
      <Overall health={health} />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <LedgerSection verify={health.verify} />
        <BacklogSection health={health} />
        <DatabaseSection database={health.database} />
      </SimpleGrid>
      <JobsTable jobs={health.jobs} />
    </Stack>
  );
}

function Overall({ health: { status, problems } }: { readonly health: ServiceHealth }) {
  const texts = useTexts(HEALTH_TEXTS);
  if (status === 'ok')
    return (
      <Alert color="teal" icon={<IconCircleCheck />} title={texts.ok} role="status">
        {texts.okHint}
      </Alert>
    );
  return (
    <Alert color="orange" icon={<IconAlertTriangle />} title={texts.degraded} role="status">
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={problem}>{texts.problems[problem]}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
