import type { ActivityBucket } from '@florin/client';
import type { BucketInterval } from '@florin/ledger';
import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { useMemo } from 'react';
import { digitsOf } from '../../common/amounts.js';
import { useFormats } from '../../common/formats.js';
import { useLanguage, useTexts } from '../../i18n/language.js';
import { useBucketName } from './bucket-names.js';
import { HOME_TEXTS } from './texts.js';

interface ActivityChartProps {
  readonly buckets: readonly ActivityBucket[];
  readonly interval: BucketInterval;
  readonly currency: string;
  readonly height: number;
}

/** A module of its own with the chart library, which is loaded when there is something to show. */
export default function ActivityChart({ buckets, interval, currency, height }: ActivityChartProps) {
  const texts = useTexts(HOME_TEXTS);
  const { money } = useFormats();
  const { locale } = useLanguage();
  const nameOf = useBucketName(interval, 'short');
  const compact = useMemo(
    () => new Intl.NumberFormat(locale, { style: 'currency', currency, notation: 'compact' }),
    [locale, currency],
  );
  const sum = (of: 'in' | 'out'): string =>
    money(
      buckets.reduce((total, bucket) => total + bucket[of], 0),
      currency,
    );
  return (
    <div role="img" aria-label={texts.chart(sum('in'), sum('out'))}>
      <BarChart
        h={height}
        data={buckets.map((bucket) => ({ ...bucket, name: nameOf(bucket.start) }))}
        dataKey="name"
        series={[
          { name: 'in', label: texts.moneyIn, color: 'teal.6' },
          { name: 'out', label: texts.moneyOut, color: 'indigo.4' },
        ]}
        withLegend
        legendProps={{ verticalAlign: 'top', height: 32 }}
        gridAxis="x"
        tickLine="none"
        valueFormatter={(amount) => money(amount, currency)}
        yAxisProps={{
          width: 64,
          tickFormatter: (amount: number) => compact.format(amount / 10 ** digitsOf(currency)),
        }}
        xAxisProps={{ minTickGap: 16 }}
        maxBarWidth={20}
        // An image has no parts to focus; the table is for the keyboard and for screen readers.
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false, radius: [2, 2, 0, 0] }}
      />
    </div>
  );
}
