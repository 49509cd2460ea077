import {
  type ActivityBucket,
  BUCKET_INTERVALS,
  type BucketInterval,
  type BucketRange,
  type CurrencyActivity,
  DEFAULT_BUCKETS,
  MAX_BUCKETS,
} from '@florin/ledger';
import { parseReportTime } from '@florin/kernel';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsOneOf } from '../common/decorators/fields.js';
import { IsReportTime } from '../common/decorators/query-fields.js';
import { ApiCurrency, ApiInteger, ApiTimestamp } from '../openapi/fields.js';

const FROM = `The first bucket contains this instant or date. Without it, ${DEFAULT_BUCKETS} buckets.`;
const TO = 'The last bucket contains this instant or date. May be in the future. Without it, now.';

export class ActivityQuery {
  @IsOneOf(BUCKET_INTERVALS, {
    optional: true,
    description: `The size of a bucket; \`day\` without it. Weeks start on Monday. At most ${MAX_BUCKETS} buckets.`,
  })
  interval: BucketInterval = 'day';

  @IsReportTime({ description: FROM }) from?: string;
  @IsReportTime({ description: TO }) to?: string;
}

export const bucketRangeOf = (
  { interval, from, to }: ActivityQuery,
  timeZone: string,
  now: Date,
): BucketRange => ({
  interval,
  from: from === undefined ? undefined : parseReportTime(from, timeZone, 'start'),
  to: parseReportTime(to, timeZone, 'end') ?? now,
  timeZone,
});

@ApiSchema({ name: 'ActivityBucket', description: 'What was posted in one bucket of time, in minor units.' })
class ActivityBucketBody {
  @ApiTimestamp('When the bucket starts. It ends where the next one starts.') start!: string;
  @ApiInteger('Money in: succeeded credits and refunds.', 120_000) in!: number;
  @ApiInteger('Money out: succeeded payments.', 45_000) out!: number;
  @ApiInteger('The number of transactions that succeeded.', 18) count!: number;
  @ApiInteger('Available and held at the end of the bucket.', 257_500, Number.MIN_SAFE_INTEGER)
  closing_balance!: number;
}

@ApiSchema({
  name: 'Activity',
  description: 'Every bucket of the range, oldest first, also without transactions.',
})
export class ActivityBody {
  @ApiProperty({ type: [ActivityBucketBody], description: 'The buckets, oldest first.' })
  data!: ActivityBucketBody[];
}

@ApiSchema({ name: 'CurrencyActivity', description: 'The activity of all accounts in one currency.' })
class CurrencyActivityBody {
  @ApiCurrency() currency!: string;
  @ApiProperty({ type: [ActivityBucketBody], description: 'The buckets, oldest first.' })
  data!: ActivityBucketBody[];
}

@ApiSchema({ name: 'PlatformActivity', description: 'The activity of all accounts, by currency.' })
export class PlatformActivityBody {
  @ApiProperty({ type: [CurrencyActivityBody], description: 'One item for each currency.' })
  data!: CurrencyActivityBody[];
}

export const activityBucketBody = ({
  start,
  in: sumIn,
  out,
  count,
  closingBalance,
}: ActivityBucket): ActivityBucketBody => ({
  start: start.toISOString(),
  in: sumIn,
  out,
  count,
  closing_balance: closingBalance,
});

export const currencyActivityBody = ({ currency, buckets }: CurrencyActivity): CurrencyActivityBody => ({
  currency,
  data: buckets.map(activityBucketBody),
});
