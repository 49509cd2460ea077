import { type AccountId, type CursorPage, DomainError, parseId, type TransactionId } from '@florin/kernel';
import { EntryReader, Ledger, type Transaction, TransactionReader } from '@florin/ledger';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ScopedLists } from '../accounts/scoped-lists.js';
import { HasDryRun, isDryRun } from '../common/dry-run/dry-run.js';
import { dryRunBody } from '../common/dry-run/dry-run.dto.js';
import { ApiError } from '../common/errors/api-error.js';
import { CurrentHttpExchange, type HttpExchange, Idempotency } from '../common/idempotency/idempotency.js';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { entryBody, EntryListBody } from './entry.dto.js';
import {
  CanceledTransactionBody,
  canceledTransactionBody,
  changesImmutableFields,
  CreateTransactionDto,
  ListTransactionsQuery,
  newTransactionOf,
  settlementOf,
  SettleTransactionDto,
  TransactionBody,
  transactionBody,
  TransactionDryRunBody,
  TransactionListBody,
  TransactionListItem,
  transactionListItem,
  unsavedTransactionBody,
  UpdateTransactionDto,
} from './transaction.dto.js';
import { filterOf, refundedPaymentId, requireSettlePermission } from './transaction-request.js';
import { EmptyBody, EmptyQuery } from '../common/validation/empty.dto.js';

@ApiTags('Transactions')
@ActsForAccount()
@Controller('v1/transactions')
export class TransactionsController {
  constructor(
    private readonly ledger: Ledger,
    private readonly transactions: TransactionReader,
    private readonly entries: EntryReader,
    private readonly idempotency: Idempotency,
    private readonly lists: ScopedLists,
  ) {}

  @Post()
  @Operation(
    'transactions.create',
    'Create a transaction',
    'Creates a pending payment, credit or refund. A payment moves its amount from `available` to `held` immediately and fails with `insufficient_funds` if the balance is too low. A credit or a refund is added to the balance when it settles. The refunds of a payment cannot exceed its amount. With `settle: true`, admins and platform keys create and settle it in one step.',
  )
  @ApiErrorCodes('currency_mismatch', 'insufficient_funds', 'forbidden')
  @HasDryRun({ type: TransactionDryRunBody })
  @ApiCreatedResponse({ type: TransactionListItem })
  async create(
    @Scope() scope: AccountScope,
    @Body() body: CreateTransactionDto,
    @CurrentHttpExchange() exchange: HttpExchange,
    @Query() _query: EmptyQuery,
  ): Promise<TransactionListItem | TransactionDryRunBody> {
    const refundOf = refundedPaymentId(body);
    requireSettlePermission(scope, [body]);
    const accountId = scope.requireVisibleAccount(body.account_id);
    const input = { ...newTransactionOf(body, accountId, refundOf), actor: scope.actor };
    if (isDryRun(exchange.request)) {
      const { value, balances } = await this.ledger.dryRun(input);
      return dryRunBody(exchange, unsavedTransactionBody(value), balances.get(accountId));
    }
    return this.idempotency.respond({ ...exchange, accountId }, transactionListItem, (idempotentRequest) =>
      this.ledger.createIdempotent(input, idempotentRequest),
    );
  }

  @Get()
  @Operation('transactions.list', 'List transactions')
  @ApiOkResponse({ type: TransactionListBody })
  async list(
    @Scope() scope: AccountScope,
    @Query() query: ListTransactionsQuery,
  ): Promise<TransactionListBody> {
    const cursor = cursorRequestOf(query);
    const emptyPage: CursorPage<Transaction> = { items: [], hasMore: false };
    const page = await this.lists.page(scope, async (visibleAccountId) => {
      const filter = filterOf(query, visibleAccountId);
      return filter === undefined ? emptyPage : this.transactions.list(filter, cursor);
    });
    return cursorBody(page, transactionListItem);
  }

  @Get(':transaction_id')
  @Operation('transactions.get', 'Retrieve a transaction')
  @ApiOkResponse({ type: TransactionBody })
  async get(
    @Scope() scope: AccountScope,
    @Param('transaction_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<TransactionBody> {
    return transactionBody(await this.getTransaction(id, scope.visibleAccount()));
  }

  @Get(':transaction_id/entries')
  @Operation(
    'transactions.entries',
    'List the ledger entries of a transaction',
    'A succeeded transaction has a balanced pair of entries, any other has none. The list is complete: it has no pages.',
  )
  @ApiOkResponse({ type: EntryListBody })
  async listEntries(
    @Scope() scope: AccountScope,
    @Param('transaction_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<EntryListBody> {
    const transaction = await this.getTransaction(id, scope.visibleAccount());
    const items = await this.entries.list(transaction.accountId, transaction.id);
    return cursorBody({ items, hasMore: false }, entryBody);
  }

  @Patch(':transaction_id')
  @Operation(
    'transactions.update',
    'Update a transaction',
    'Updates the reference or the metadata. Metadata is merged at the top level: set a key to null to delete it, or send null to delete all keys. The amount, currency and type cannot be changed: sending one of them is a conflict.',
  )
  @ApiErrorCodes('conflict')
  @ApiOkResponse({ type: TransactionBody })
  async update(
    @Scope() scope: AccountScope,
    @Param('transaction_id') id: string,
    @Body() body: UpdateTransactionDto,
    @Query() _query: EmptyQuery,
  ): Promise<TransactionBody> {
    const visibleAccountId = scope.visibleAccount();
    if (changesImmutableFields(body)) {
      await this.getTransaction(id, visibleAccountId);
      throw new ApiError(
        'conflict',
        'Amount, currency and type cannot be changed. Create a refund or a new transaction.',
      );
    }
    const { reference, metadata } = body;
    const amendment = {
      ...(reference !== undefined && { reference }),
      ...(metadata !== undefined && { metadata }),
    };
    return transactionBody(
      await this.ledger.amend({
        ...parseTransactionKey(id, visibleAccountId),
        amendment,
        actor: scope.actor,
      }),
    );
  }

  @Delete(':transaction_id')
  @Operation('transactions.cancel', 'Cancel a pending transaction', 'Releases the hold of a payment.')
  @ApiErrorCodes('not_cancellable')
  @ApiOkResponse({ type: CanceledTransactionBody })
  async cancel(
    @Scope() scope: AccountScope,
    @Param('transaction_id') id: string,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<CanceledTransactionBody> {
    const visibleAccountId = scope.visibleAccount();
    return canceledTransactionBody(
      await this.ledger.cancel({ ...parseTransactionKey(id, visibleAccountId), actor: scope.actor }),
    );
  }

  @Post(':transaction_id/settle')
  @HttpCode(200)
  @Operation(
    'transactions.settle',
    'Settle a pending transaction',
    'Sets the status to `succeeded` and posts a balanced pair of ledger entries. Send the status `failed` to release the hold of a payment, or to drop a credit or a refund.',
  )
  @ApiErrorCodes('conflict')
  @ApiOkResponse({ type: TransactionBody })
  async settle(
    @Scope() scope: AccountScope,
    @Param('transaction_id') id: string,
    @Body() body: SettleTransactionDto,
    @Query() _query: EmptyQuery,
  ): Promise<TransactionBody> {
    const settlement = settlementOf(body);
    const visibleAccountId = scope.visibleAccount();
    return transactionBody(
      await this.ledger.settle({
        ...parseTransactionKey(id, visibleAccountId),
        settlement,
        actor: scope.actor,
      }),
    );
  }

  private async getTransaction(text: string, visibleAccountId: AccountId | undefined): Promise<Transaction> {
    const { transactionId, accountId } = parseTransactionKey(text, visibleAccountId);
    const found = await this.transactions.find(transactionId, accountId);
    if (found === undefined) throw noSuchTransaction();
    return found;
  }
}

function parseTransactionKey(
  text: string,
  accountId: AccountId | undefined,
): { transactionId: TransactionId; accountId: AccountId | undefined } {
  const transactionId = parseId('txn', text);
  if (transactionId === undefined) throw noSuchTransaction();
  return { transactionId, accountId };
}

const noSuchTransaction = () => new DomainError('not_found', 'There is no such transaction.');
