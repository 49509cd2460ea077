import { type AccountId, DomainError } from '@florin/kernel';
import { type Book, BookReader } from '@florin/ledger';
import { Controller, Get } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { actingAccount } from '../accounts/acting-account.js';
import { ActingFor } from '../identity/access/caller.js';
import { Operation } from '../identity/access/operation.js';

export class BalanceBody {
  @ApiProperty({ example: 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j' }) account_id!: string;
  @ApiProperty({ example: 'USD' }) currency!: string;
  @ApiProperty({ type: 'integer', description: 'Spendable.' }) available!: number;
  @ApiProperty({ type: 'integer', description: 'Pending payments.' }) held!: number;
  @ApiProperty({ type: 'integer', description: 'Pending credits and refunds.' }) incoming!: number;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
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
@ApiHeader({
  name: 'X-Account-Id',
  required: false,
  description: 'For admin and platform tokens: whose account.',
})
@Controller('v1/account/balance')
export class BalanceController {
  constructor(private readonly books: BookReader) {}

  @Get()
  @Operation('account.balance', 'Retrieve what the account has, holds and expects')
  @ApiOkResponse({ type: BalanceBody })
  async get(@ActingFor() accountId: AccountId | undefined): Promise<BalanceBody> {
    const book = await this.books.find(actingAccount(accountId, 'account.balance'));
    if (book === undefined) throw new DomainError('not_found', 'There is no such account.');
    return balanceBody(book);
  }
}
