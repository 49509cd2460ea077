import { CloseAccount, GetAccount, UpdateAccount } from '@florin/accounts';
import type { Caller } from '@florin/identity';
import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { CurrentCaller } from '../auth/caller.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { PublicAddress } from '../config/public-address.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import {
  AccountBody,
  accountBody,
  accountChangeOf,
  ClosedAccountBody,
  closedAccountBody,
  UpdateAccountDto,
} from './account.dto.js';
import { actorOf } from './actor.js';
import { EmptyBody, EmptyQuery } from '../common/validation/empty.dto.js';

/** The account of the token, or the account in `X-Account-Id` for admins and platform keys. */
@ApiTags('Accounts')
@ActsForAccount()
@Controller('v1/account')
export class AccountController {
  constructor(
    private readonly getAccount: GetAccount,
    private readonly updateAccount: UpdateAccount,
    private readonly closeAccount: CloseAccount,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  @Operation('account.get', 'Retrieve the account')
  @ApiOkResponse({ type: AccountBody })
  async get(@Scope() scope: AccountScope, @Query() _query: EmptyQuery): Promise<AccountBody> {
    return accountBody(await this.getAccount.execute(scope.requireAccount()), this.address.url);
  }

  @Patch()
  @Operation(
    'account.update',
    'Update the account',
    'Only the fields that you send are changed; settings and their `branding` are merged. The currency cannot be changed once the account has a transaction, a pending payment request, or a subscription that is not canceled.',
  )
  @ApiErrorCodes('email_exists', 'conflict')
  @ApiOkResponse({ type: AccountBody })
  async update(
    @Scope() scope: AccountScope,
    @Body() change: UpdateAccountDto,
    @CurrentCaller() caller: Caller,
    @Query() _query: EmptyQuery,
  ): Promise<AccountBody> {
    const id = scope.requireAccount();
    const account = await this.updateAccount.execute(actorOf(caller), id, accountChangeOf(change));
    return accountBody(account, this.address.url);
  }

  @Delete()
  @Operation(
    'account.close',
    'Close the account',
    'Permanent. Revokes the tokens and API keys of the account, suspends its users, and cancels pending transactions, pending payment requests and paused subscriptions. A remaining balance stays in the ledger.',
  )
  @ApiErrorCodes('active_subscriptions', 'conflict')
  @ApiOkResponse({ type: ClosedAccountBody })
  async close(
    @Scope() scope: AccountScope,
    @CurrentCaller() caller: Caller,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<ClosedAccountBody> {
    return closedAccountBody(await this.closeAccount.execute(actorOf(caller), scope.requireAccount()));
  }
}
