import { type AccountId, DomainError, parseId, type TransferId } from '@florin/kernel';
import { Ledger, TransferReader } from '@florin/ledger';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ScopedLists } from '../accounts/scoped-lists.js';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { dryRunBody } from '../common/dry-run/dry-run.dto.js';
import { HasDryRun, isDryRun } from '../common/dry-run/dry-run.js';
import { CurrentHttpExchange, type HttpExchange, Idempotency } from '../common/idempotency/idempotency.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { EmptyBody, EmptyQuery } from '../common/validation/empty.dto.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import { settlementOf } from './transaction.dto.js';
import { requireSettlePermission } from './transaction-request.js';
import {
  CanceledTransferBody,
  canceledTransferBody,
  CreateTransferDto,
  ListTransfersQuery,
  SettleTransferDto,
  TransferBody,
  transferBody,
  TransferDryRunBody,
  TransferListBody,
  unsavedTransferBody,
} from './transfer.dto.js';

@ApiTags('Transfers')
@ActsForAccount()
@Controller('v1/transfers')
export class TransfersController {
  constructor(
    private readonly ledger: Ledger,
    private readonly transfers: TransferReader,
    private readonly idempotency: Idempotency,
    private readonly lists: ScopedLists,
  ) {}

  @Post()
  @Operation(
    'transfers.create',
    'Create a transfer',
    'Moves money between two accounts of the same currency. The amount is on hold at the source and incoming at the destination until the transfer settles. Each account has its own transaction of it: a payment at the source, a credit at the destination. They settle, fail or are canceled together.',
  )
  @ApiErrorCodes('currency_mismatch', 'insufficient_funds')
  @HasDryRun({ type: TransferDryRunBody })
  @ApiCreatedResponse({ type: TransferBody })
  async create(
    @Scope() scope: AccountScope,
    @Body() body: CreateTransferDto,
    @CurrentHttpExchange() exchange: HttpExchange,
    @Query() _query: EmptyQuery,
  ): Promise<TransferBody | TransferDryRunBody> {
    requireSettlePermission(scope, [body]);
    const fromAccountId = scope.requireVisibleAccount(body.from_account_id);
    const toAccountId = parseId('acct', body.to_account_id);
    if (toAccountId === undefined) throw new DomainError('not_found', 'There is no such account.');
    const { amount, currency, reference, metadata, settle } = body;
    const terms = { amount, currency, reference, metadata, settle };
    const input = { fromAccountId, toAccountId, ...terms, actor: scope.actor };
    if (isDryRun(exchange.request)) {
      const { value, balances } = await this.ledger.dryRunTransfer(input);
      return dryRunBody(exchange, unsavedTransferBody(value), balances.get(fromAccountId));
    }
    return this.idempotency.respond(
      { ...exchange, accountId: fromAccountId },
      transferBody,
      (idempotentRequest) => this.ledger.createTransfer(input, idempotentRequest),
    );
  }

  @Get()
  @Operation('transfers.list', 'List transfers', 'Transfers from and to the account.')
  @ApiOkResponse({ type: TransferListBody })
  async list(@Scope() scope: AccountScope, @Query() query: ListTransfersQuery): Promise<TransferListBody> {
    const cursor = cursorRequestOf(query);
    const page = await this.lists.page(scope, (accountId) =>
      this.transfers.list({ accountId, status: query.status }, cursor),
    );
    return cursorBody(page, transferBody);
  }

  @Get(':transfer_id')
  @Operation(
    'transfers.get',
    'Retrieve a transfer',
    'The metadata is that of your own side: the destination does not see the metadata of the source.',
  )
  @ApiOkResponse({ type: TransferBody })
  async get(
    @Scope() scope: AccountScope,
    @Param('transfer_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<TransferBody> {
    const { transferId, accountId } = parseTransferKey(id, scope.visibleAccount());
    const found = await this.transfers.find(transferId, accountId);
    if (found === undefined) throw noSuchTransfer();
    return transferBody(found);
  }

  @Delete(':transfer_id')
  @Operation(
    'transfers.cancel',
    'Cancel a pending transfer',
    'Releases the hold at the source. The destination cannot cancel a transfer.',
  )
  @ApiErrorCodes('not_cancellable')
  @ApiOkResponse({ type: CanceledTransferBody })
  async cancel(
    @Scope() scope: AccountScope,
    @Param('transfer_id') id: string,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<CanceledTransferBody> {
    const key = parseTransferKey(id, scope.visibleAccount());
    return canceledTransferBody(await this.ledger.cancelTransfer({ ...key, actor: scope.actor }));
  }

  @Post(':transfer_id/settle')
  @HttpCode(200)
  @Operation(
    'transfers.settle',
    'Settle a pending transfer',
    'Sets the status of both sides to `succeeded` and posts their ledger entries. Send the status `failed` to release the hold.',
  )
  @ApiErrorCodes('conflict')
  @ApiOkResponse({ type: TransferBody })
  async settle(
    @Scope() scope: AccountScope,
    @Param('transfer_id') id: string,
    @Body() body: SettleTransferDto,
    @Query() _query: EmptyQuery,
  ): Promise<TransferBody> {
    const settlement = settlementOf(body);
    const key = parseTransferKey(id, scope.visibleAccount());
    return transferBody(await this.ledger.settleTransfer({ ...key, settlement, actor: scope.actor }));
  }
}

function parseTransferKey(
  text: string,
  accountId: AccountId | undefined,
): { transferId: TransferId; accountId: AccountId | undefined } {
  const transferId = parseId('trf', text);
  if (transferId === undefined) throw noSuchTransfer();
  return { transferId, accountId };
}

const noSuchTransfer = () => new DomainError('not_found', 'There is no such transfer.');
