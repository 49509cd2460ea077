import type { Balance } from '@florin/ledger';
import { ApiSchema } from '@nestjs/swagger';
import { ApiCurrency, ApiId, ApiInteger, ApiTimestamp } from '../openapi/fields.js';

@ApiSchema({ name: 'Balance', description: 'The balance of the account, in minor units.' })
export class BalanceBody {
  @ApiId('acct', 'The account.') account_id!: string;
  @ApiCurrency() currency!: string;
  @ApiInteger('The amount that the account can spend.', 250_000) available!: number;
  @ApiInteger('The amount on hold for pending payments.', 7_500) held!: number;
  @ApiInteger('The amount of pending credits and refunds.', 1_200) incoming!: number;
  @ApiTimestamp('When it last changed.') updated_at!: string;
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
