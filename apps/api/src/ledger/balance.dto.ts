import type { Balance, BalanceAt } from '@florin/ledger';
import { ApiSchema } from '@nestjs/swagger';
import { IsReportTime } from '../common/decorators/query-fields.js';
import { ApiCurrency, ApiId, ApiInteger, ApiOptional, ApiTimestamp } from '../openapi/fields.js';

@ApiSchema({ name: 'Balance', description: 'The balance of the account, in minor units.' })
export class BalanceBody {
  @ApiId('acct', 'The account.') account_id!: string;
  @ApiCurrency() currency!: string;
  @ApiInteger('The amount that the account can spend.', 250_000) available!: number;
  @ApiInteger('The amount on hold for pending payments.', 7_500) held!: number;
  @ApiInteger('The amount of pending credits and refunds.', 1_200) incoming!: number;
  @ApiTimestamp('When it last changed. With `at`: the newest event up to then, or `at` if there was none.')
  updated_at!: string;
  @ApiOptional(ApiTimestamp('Only with `at`: the instant of this balance.')) at?: string;
}

export class BalanceQuery {
  @IsReportTime({
    description:
      "The balance after the last event up to this instant, or up to the end of this day in the account's time zone. Zero before the first event; an instant in the future is like now.",
  })
  at?: string;
}

export const balanceBody = ({
  accountId,
  currency,
  available,
  held,
  incoming,
  updatedAt,
}: Omit<Balance, 'state' | 'used' | 'posted'>): BalanceBody => ({
  account_id: accountId,
  currency,
  available,
  held,
  incoming,
  updated_at: updatedAt.toISOString(),
});

export const balanceAtBody = ({ updatedAt, ...balance }: BalanceAt, at: Date): BalanceBody =>
  Object.assign(balanceBody({ ...balance, updatedAt: updatedAt ?? at }), { at: at.toISOString() });
