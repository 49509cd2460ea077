import { type Account, AccountDirectory, GetAccount, OpenAccount, SetAccountStatus } from '@florin/accounts';
import type { Caller } from '@florin/identity';
import { type AccountId, DomainError, parseId } from '@florin/kernel';
import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentHttpExchange, type HttpExchange, Idempotency } from '../common/idempotency/idempotency.js';
import { CurrentCaller } from '../auth/caller.js';
import { requireHttps } from '../auth/require-https.js';
import { Operation } from '../auth/operation.decorator.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import { PublicAddress } from '../config/public-address.js';
import { Settings } from '../config/settings.js';
import {
  AccountBody,
  accountBody,
  AccountListBody,
  accountListBody,
  filterOf,
  ListAccountsQuery,
  newAccountOf,
  OpenAccountDto,
  SetAccountStatusDto,
} from './account.dto.js';
import { actorOf } from './actor.js';
import { EmptyQuery } from '../common/validation/empty.dto.js';

@ApiTags('Accounts')
@Controller('v1/accounts')
export class AccountsController {
  constructor(
    private readonly openAccount: OpenAccount,
    private readonly accounts: AccountDirectory,
    private readonly getAccount: GetAccount,
    private readonly setAccountStatus: SetAccountStatus,
    private readonly idempotency: Idempotency,
    private readonly settings: Settings,
    private readonly address: PublicAddress,
  ) {}

  @Post()
  @Operation(
    'accounts.create',
    'Create an account',
    'Also creates the owner: a user who logs in with the email and password of the account. In production this operation requires HTTPS.',
  )
  @ApiErrorCodes('email_exists')
  @ApiCreatedResponse({ type: AccountBody })
  open(
    @Body() input: OpenAccountDto,
    @CurrentCaller() caller: Caller,
    @CurrentHttpExchange() exchange: HttpExchange,
    @Query() _query: EmptyQuery,
  ): Promise<AccountBody> {
    requireHttps(exchange.request, this.settings);
    return this.idempotency.respond(exchange, this.bodyOf, (idempotentRequest) =>
      this.openAccount.execute(actorOf(caller), newAccountOf(input), idempotentRequest),
    );
  }

  @Get()
  @Operation('accounts.list', 'List accounts')
  @ApiOkResponse({ type: AccountListBody })
  async list(@Query() query: ListAccountsQuery): Promise<AccountListBody> {
    return accountListBody(await this.accounts.list(filterOf(query), query), query);
  }

  @Get(':account_id')
  @Operation('accounts.get', 'Retrieve an account by id')
  @ApiOkResponse({ type: AccountBody })
  async get(@Param('account_id') accountId: string, @Query() _query: EmptyQuery): Promise<AccountBody> {
    return this.bodyOf(await this.getAccount.execute(requireAccountId(accountId)));
  }

  @Patch(':account_id')
  @Operation('accounts.set_status', 'Set the status of an account')
  @ApiErrorCodes('conflict')
  @ApiOkResponse({ type: AccountBody })
  async setStatus(
    @Param('account_id') accountId: string,
    @Body() { status }: SetAccountStatusDto,
    @CurrentCaller() caller: Caller,
    @Query() _query: EmptyQuery,
  ): Promise<AccountBody> {
    const id = requireAccountId(accountId);
    return this.bodyOf(await this.setAccountStatus.execute(actorOf(caller), id, status));
  }

  private readonly bodyOf = (account: Account): AccountBody => accountBody(account, this.address.url);
}

/** A malformed id is an unknown one. */
function requireAccountId(text: string): AccountId {
  const id = parseId('acct', text);
  if (id === undefined) throw new DomainError('not_found', 'There is no such account.');
  return id;
}
