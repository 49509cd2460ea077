import { DomainError } from '@florin/kernel';
import { BalanceReader } from '@florin/ledger';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { EmptyQuery } from '../common/validation/empty.dto.js';
import { BalanceBody, balanceBody } from './balance.dto.js';

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
