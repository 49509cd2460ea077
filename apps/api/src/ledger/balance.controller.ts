import { GetAccount } from '@florin/accounts';
import { type AccountId, DomainError, parseReportTime } from '@florin/kernel';
import { BalanceHistoryReader, BalanceReader } from '@florin/ledger';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import { balanceAtBody, BalanceBody, balanceBody, BalanceQuery } from './balance.dto.js';

const accountNotFound = () => new DomainError('not_found', 'There is no such account.');

@ApiTags('Accounts')
@ActsForAccount()
@Controller('v1/account/balance')
export class BalanceController {
  constructor(
    private readonly balances: BalanceReader,
    private readonly history: BalanceHistoryReader,
    private readonly accounts: GetAccount,
  ) {}

  @Get()
  @Operation('account.balance', 'Retrieve the balance', 'Also the balance at any time, with `at`.')
  @ApiErrorCodes('conflict')
  @ApiOkResponse({ type: BalanceBody })
  async get(@Scope() scope: AccountScope, @Query() { at }: BalanceQuery): Promise<BalanceBody> {
    const accountId = scope.requireAccount();
    if (at !== undefined) return this.getAt(accountId, at);
    const balance = await this.balances.find(accountId);
    if (balance === undefined) throw accountNotFound();
    return balanceBody(balance);
  }

  private async getAt(accountId: AccountId, text: string): Promise<BalanceBody> {
    const { settings } = await this.accounts.execute(accountId);
    const at = parseReportTime(text, settings.timezone, 'end');
    if (at === undefined) throw new Error('The validated instant cannot be parsed.');
    const balance = await this.history.findAt(accountId, at);
    if (balance === undefined) throw accountNotFound();
    return balanceAtBody(balance, at);
  }
}
