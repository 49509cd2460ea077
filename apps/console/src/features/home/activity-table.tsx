import type { ActivityBucket } from '@florin/client';
import type { BucketInterval } from '@florin/ledger';
import { ScrollArea, Table } from '@mantine/core';
import { useFormats } from '../../common/formats.js';
import { MoneyText } from '../../common/money-text.js';
import { useTexts } from '../../i18n/language.js';
import { useBucketName } from './bucket-names.js';
import { HOME_TEXTS } from './texts.js';

const MAX_HEIGHT = 320;

interface ActivityTableProps {
  readonly buckets: readonly ActivityBucket[];
  readonly interval: BucketInterval;
  readonly currency: string;
}

/** The same numbers as the chart, newest first. */
export function ActivityTable({ buckets, interval, currency }: ActivityTableProps) {
  const texts = useTexts(HOME_TEXTS);
  const { number } = useFormats();
  const nameOf = useBucketName(interval, 'long');
  return (
    <ScrollArea.Autosize
      mah={MAX_HEIGHT}
      viewportProps={{ tabIndex: 0 }}
      type="auto"
      offsetScrollbars="present"
    >
      <Table aria-label={texts.activity} stickyHeader verticalSpacing={6} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.period}</Table.Th>
            <Table.Th ta="right">{texts.moneyIn}</Table.Th>
            <Table.Th ta="right">{texts.moneyOut}</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              {texts.count}
            </Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              {texts.closingBalance}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {buckets.toReversed().map((bucket) => (
            <Table.Tr key={bucket.start}>
              <Table.Th scope="row" fw={400}>
                <time dateTime={bucket.start}>{nameOf(bucket.start)}</time>
              </Table.Th>
              <Table.Td ta="right">
                <MoneyText amount={bucket.in} currency={currency} />
              </Table.Td>
              <Table.Td ta="right">
                <MoneyText amount={bucket.out} currency={currency} />
              </Table.Td>
              <Table.Td ta="right" visibleFrom="sm">
                {number(bucket.count)}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="sm">
                <MoneyText amount={bucket.closing_balance} currency={currency} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
