import { DomainError } from '@florin/kernel';
import { type Balance, BalanceReader } from '@florin/ledger';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiSchema, ApiTags } from '@nestjs/swagger';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { ApiInteger, ApiCurrency, ApiId, ApiTimestamp } from '../openapi/fields.js';
import { EmptyQuery } from '../common/validation/empty.dto.js';

@ApiSchema({ name: 'Balance', description: 'The balance of the account, in minor units.' })
export class BalanceBody {
  @ApiId('acct', 'The account.') account_id!: string;
  @ApiCurrency() currency!: string;
  @ApiInteger('The amount that the account can spend.', 250_000) available!: number;
  @ApiInteger('The amount on hold for pending payments.', 7_500) held!: number;
  @ApiInteger('The amount of pending credits and refunds.', 1_200) incoming!: number;
  @ApiTimestamp('When it last changed.') updated_at!: string;
}

const balanceBody = ({
  accountId,
  currency,
  available,
  held,
  incoming,
  updatedAt,
}: Balance): BalanceBody => ({
  account_id: accountId,
  currency,
  available,
  held,
  incoming,
  updated_at: updatedAt.toISOString(),
});

@ApiTags('Accounts')
@ActsForAccount()
@Controller('v1/account/balance')
export class BalanceController {
  constructor(private readonly balances: BalanceReader) {}

  @Get()
  @Operation('account.balance', 'Retrieve the balance')
  @ApiOkResponse({ type: BalanceBody })
  async get(@Scope() scope: AccountScope, @Query() _query: EmptyQuery): Promise<BalanceBody> {
    const balance = await this.balances.find(scope.requireAccount());
    if (balance === undefined) throw new DomainError('not_found', 'There is no such account.');
    return balanceBody(balance);
  }
}
