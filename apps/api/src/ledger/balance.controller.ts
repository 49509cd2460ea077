import { DomainError } from '@florin/kernel';
import { type Book, BookReader } from '@florin/ledger';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiSchema, ApiTags } from '@nestjs/swagger';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { Count, CurrencyField, IdOf, Instant } from '../openapi/fields.js';
import { EmptyQuery } from '../common/validation/empty.dto.js';

@ApiSchema({ name: 'Balance', description: 'What the account has, holds and expects, in minor units.' })
export class BalanceBody {
  @IdOf('acct', 'The account.') account_id!: string;
  @CurrencyField() currency!: string;
  @Count('Spendable.', 250_000) available!: number;
  @Count('Set aside for pending payments.', 7_500) held!: number;
  @Count('Pending credits and refunds.', 1_200) incoming!: number;
  @Instant('When it last changed.') updated_at!: string;
}

const balanceBody = ({ accountId, currency, available, held, incoming, updatedAt }: Book): BalanceBody => ({
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
  constructor(private readonly books: BookReader) {}

  @Get()
  @Operation('account.balance', 'Retrieve what the account has, holds and expects')
  @ApiOkResponse({ type: BalanceBody })
  async get(@Scope() scope: AccountScope, @Query() _query: EmptyQuery): Promise<BalanceBody> {
    const book = await this.books.find(scope.requireAccount());
    if (book === undefined) throw new DomainError('not_found', 'There is no such account.');
    return balanceBody(book);
  }
}
