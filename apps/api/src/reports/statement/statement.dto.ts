import { formatInstant, parseId, type TransactionId } from '@florin/kernel';
import {
  exactNumber,
  type StatementLine,
  type StatementPage,
  type StatementPeriod,
  TRANSACTION_TYPES,
} from '@florin/ledger';
import type { Account } from '@florin/accounts';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { field, satisfies } from '../../common/decorators/field.js';
import { IsOneOf } from '../../common/decorators/fields.js';
import { IsQueryInteger, IsReportTime } from '../../common/decorators/query-fields.js';
import { PAGE_LIMIT } from '../../common/pagination/cursor.dto.js';
import { entryIdOf } from '../../ledger/entry.dto.js';
import {
  ApiBoolean,
  ApiCurrency,
  ApiEnum,
  ApiId,
  ApiInteger,
  ApiReference,
  ApiText,
  ApiTimestamp,
  exampleId,
  idPattern,
} from '../../openapi/fields.js';

const LINE = ':account';

/** The id of an entry of the account, as `GET /v1/transactions/{id}/entries` shows it. */
export const lineTransactionOf = (id: string): TransactionId | undefined =>
  id.endsWith(LINE) ? parseId('txn', id.slice(0, -LINE.length)) : undefined;

const IsLineId = (description: string): PropertyDecorator =>
  field(
    { optional: true, description },
    {
      rule: satisfies((value) => typeof value === 'string' && lineTransactionOf(value) !== undefined),
      message: `must be sent once, as the id of a line, such as ${exampleId('txn')}${LINE}`,
      schema: {
        type: 'string',
        pattern: idPattern('txn').replace(/\$$/, `${LINE}$`),
        example: `${exampleId('txn')}${LINE}`,
      },
    },
  );

export const STATEMENT_FORMATS = ['json', 'csv', 'pdf'] as const;

export class StatementQuery {
  @IsReportTime({
    description: 'The start of the period. Without it, the period starts with the first transaction.',
  })
  from?: string;
  @IsReportTime({ description: 'The end of the period, inclusive. Without it, the period has no end.' })
  to?: string;
  @IsOneOf(STATEMENT_FORMATS, {
    optional: true,
    description: 'The format of the response. Takes precedence over the `Accept` header.',
  })
  format?: (typeof STATEMENT_FORMATS)[number];
  @IsQueryInteger(PAGE_LIMIT, { description: 'The maximum number of lines per page. For JSON only.' })
  limit = PAGE_LIMIT.default;
  @IsLineId(
    'A cursor: returns the page after the line with this id (older lines). Cannot be combined with `ending_before`. For JSON only.',
  )
  starting_after?: string;
  @IsLineId(
    'A cursor: returns the page before the line with this id (newer lines). Cannot be combined with `starting_after`. For JSON only.',
  )
  ending_before?: string;
}

@ApiSchema({ name: 'StatementLine', description: 'A posted entry of the account. It never changes.' })
class StatementLineBody {
  @ApiText('The id of the entry.', `${exampleId('txn')}${LINE}`) id!: string;
  @ApiId('txn', 'The transaction.') transaction_id!: string;
  @ApiEnum(TRANSACTION_TYPES, 'The type of the transaction.') type!: string;
  @ApiReference() reference!: string | null;
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    description: 'In minor units. Negative for money out.',
    example: -7500,
  })
  amount!: number;
  @ApiInteger('Available and held, after this line.', 250_000) balance_after!: number;
  @ApiTimestamp('When it was posted.') posted_at!: string;
}

class StatementTotalsBody {
  @ApiInteger('The sum of the positive amounts.', 7500) in!: number;
  @ApiInteger('The sum of the negative amounts, as a positive number.', 7500) out!: number;
  @ApiInteger('The number of lines.', 2) count!: number;
}

@ApiSchema({
  name: 'Statement',
  description: 'The balances and totals of the period, and a page of its lines, newest first.',
})
export class StatementBody {
  @ApiId('acct', 'The account.') account_id!: string;
  @ApiCurrency() currency!: string;
  @ApiTimestamp('The start of the period; null if you sent none.', { nullable: true }) from!: string | null;
  @ApiTimestamp('The last instant of the period; null if you sent none.', { nullable: true })
  to!: string | null;
  @ApiInteger('Available and held, at the start of the period.', 250_000) opening_balance!: number;
  @ApiInteger('Available and held, at the end of the period.', 250_000) closing_balance!: number;
  @ApiProperty({ type: StatementTotalsBody, description: 'Of the whole period, not of the page.' })
  totals!: StatementTotalsBody;
  @ApiProperty({ type: [StatementLineBody], description: 'The lines of the page.' })
  data!: readonly StatementLineBody[];
  @ApiBoolean('Whether there are more lines beyond this page.') has_more!: boolean;
}

const lineBody = (line: StatementLine): StatementLineBody => ({
  id: entryIdOf(line.transactionId, 'account'),
  transaction_id: line.transactionId,
  type: line.type,
  reference: line.reference ?? null,
  amount: line.amount,
  balance_after: line.balanceAfter,
  posted_at: formatInstant(line.postedAt),
});

export const statementBody = (
  { id, settings }: Account,
  { from, to }: StatementPeriod,
  { summary, lines }: StatementPage,
): StatementBody => ({
  account_id: id,
  currency: settings.currency,
  from: from === undefined ? null : formatInstant(from),
  to: to === undefined ? null : formatInstant(to),
  opening_balance: summary.openingBalance,
  closing_balance: summary.closingBalance,
  totals: { in: exactNumber(summary.totalIn), out: exactNumber(summary.totalOut), count: summary.count },
  data: lines.items.map(lineBody),
  has_more: lines.hasMore,
});
