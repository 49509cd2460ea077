import type { PlatformActivity as Activity } from '@florin/client';
import { Skeleton, Table, Text } from '@mantine/core';
import { useApi } from '../../../api/use-api.js';
import { useFormats } from '../../../common/formats.js';
import { Loaded } from '../../../common/loaded.js';
import { MoneyText } from '../../../common/money-text.js';
import { Section } from '../../../common/section.js';
import { useLanguage, useTexts } from '../../../i18n/language.js';
import { HEALTH_TEXTS } from './texts.js';

const MONTHS = 6;

/** The first day of the first month, in UTC. */
function firstMonth(now: Date): string {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1), 1));
  return start.toISOString().slice(0, 10);
}

/** Money in and out of all accounts, by month and currency. */
export function PlatformActivity() {
  const texts = useTexts(HEALTH_TEXTS);
  const query = { interval: 'month', from: firstMonth(new Date()) } as const;
  const platform = useApi(['platform-activity', query], (florin) => florin.admin.activity(query), {
    isOfService: true,
  });
  return (
    <Section title={texts.activity}>
      <Loaded query={platform} loading={<Skeleton height={160} />}>
        {(activity) => <ActivityTable activity={activity} />}
      </Loaded>
    </Section>
  );
}

function ActivityTable({ activity }: { readonly activity: Activity }) {
  const texts = useTexts(HEALTH_TEXTS);
  const { locale } = useLanguage();
  const { number } = useFormats();
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const rows = activity.data
    .flatMap(({ currency, data }) => data.map((bucket) => ({ ...bucket, currency })))
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.start.localeCompare(left.start));
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.noActivity}
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={440} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing="xs" aria-label={texts.activity}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.month}</Table.Th>
            <Table.Th ta="right">{texts.moneyIn}</Table.Th>
            <Table.Th ta="right">{texts.moneyOut}</Table.Th>
            <Table.Th ta="right">{texts.transactions}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.start + row.currency}>
              <Table.Td>{month.format(new Date(row.start))}</Table.Td>
              <Table.Td ta="right">
                <MoneyText amount={row.in} currency={row.currency} />
              </Table.Td>
              <Table.Td ta="right">
                <MoneyText amount={row.out} currency={row.currency} />
              </Table.Td>
              <Table.Td ta="right">{number(row.count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
