import type { ActivityBucket } from '@florin/client';
import { DAY_MS, dayOf } from '@florin/kernel';
import { BUCKET_INTERVALS, type BucketInterval } from '@florin/ledger';
import { Center, Group, SegmentedControl, Skeleton, Switch, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, use } from 'react';
import { useAccount } from '../../api/use-account.js';
import { useApi } from '../../api/use-api.js';
import { TimeZoneContext } from '../../common/formats.js';
import { Loaded } from '../../common/loaded.js';
import { Section } from '../../common/section.js';
import { useTexts } from '../../i18n/language.js';
import { ActivityTable } from './activity-table.js';
import { HOME_TEXTS } from './texts.js';

const CHART_HEIGHT = 260;
const REFETCH_MS = 60_000;

/** The number of days before today that the first bar contains. */
const PERIOD_DAYS: Readonly<Record<BucketInterval, number>> = { day: 29, week: 25 * 7, month: 335 };

const ActivityChart = lazy(() => import('./activity-chart.js'));

export function ActivitySection() {
  const texts = useTexts(HOME_TEXTS);
  const { interval: chosen, view } = useSearch({ from: '/app/' });
  const interval = BUCKET_INTERVALS.find((one) => one === chosen) ?? 'day';
  const timeZone = use(TimeZoneContext);
  const from = new Date(dayOf(new Date(), timeZone) - PERIOD_DAYS[interval] * DAY_MS)
    .toISOString()
    .slice(0, 10);
  const query = { interval, from };
  const activity = useApi(
    ['activity', interval, query],
    (florin, signal) => florin.account.activity(query, { signal }),
    { refetchMs: REFETCH_MS },
  );
  return (
    <Section title={texts.activity} actions={<Choices interval={interval} isTable={view === 'table'} />}>
      <Loaded query={activity} loading={<Skeleton height={CHART_HEIGHT} />}>
        {({ data }) => <Activity buckets={data} interval={interval} isTable={view === 'table'} />}
      </Loaded>
    </Section>
  );
}

interface ActivityProps {
  readonly buckets: readonly ActivityBucket[];
  readonly interval: BucketInterval;
  readonly isTable: boolean;
}

function Activity({ buckets, interval, isTable }: ActivityProps) {
  const texts = useTexts(HOME_TEXTS);
  const account = useAccount();
  const currency = account.data?.settings.currency;
  if (buckets.every((bucket) => bucket.count === 0))
    return (
      <Center h={120}>
        <Text size="sm" c="dimmed">
          {texts.noActivity}
        </Text>
      </Center>
    );
  if (currency === undefined) return <Skeleton height={CHART_HEIGHT} />;
  const props = { buckets, interval, currency };
  if (isTable) return <ActivityTable {...props} />;
  return (
    <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
      <ActivityChart {...props} height={CHART_HEIGHT} />
    </Suspense>
  );
}

/** Kept in the address, so that a reload shows the same. */
function Choices({ interval, isTable }: Pick<ActivityProps, 'interval' | 'isTable'>) {
  const texts = useTexts(HOME_TEXTS);
  const navigate = useNavigate();
  const choose = (changes: { interval?: string | undefined; view?: string | undefined }): void => {
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, ...changes }),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <Group gap="md">
      <Switch
        label={texts.asTable}
        size="sm"
        checked={isTable}
        onChange={({ currentTarget: { checked } }) => {
          choose({ view: checked ? 'table' : undefined });
        }}
      />
      <SegmentedControl
        size="xs"
        aria-label={texts.interval}
        value={interval}
        onChange={(value) => {
          choose({ interval: value === 'day' ? undefined : value });
        }}
        data={BUCKET_INTERVALS.map((value) => ({ value, label: texts.intervals[value] }))}
      />
    </Group>
  );
}
