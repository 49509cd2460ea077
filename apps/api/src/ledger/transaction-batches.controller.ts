import { type BatchElement, batchFailed, type BatchInput, Ledger } from '@florin/ledger';
import { Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { dryRunBody } from '../common/dry-run/dry-run.dto.js';
import { HasDryRun, isDryRun } from '../common/dry-run/dry-run.js';
import { CurrentHttpExchange, type HttpExchange, Idempotency } from '../common/idempotency/idempotency.js';
import { AcceptsBatchBody } from '../common/route-config.js';
import { EmptyQuery } from '../common/validation/empty.dto.js';
import { PARAMETERS } from '../openapi/common.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import {
  batchBody,
  CreateTransactionBatchDto,
  TransactionBatchBody,
  TransactionBatchDryRunBody,
  unsavedBatchBody,
} from './transaction-batch.dto.js';
import { batchRequestOf, type BatchRequest, inOrder } from './transaction-batch-request.js';

@ApiTags('Transactions')
@ActsForAccount()
@Controller('v1/transactions/batch')
export class TransactionBatchesController {
  constructor(
    private readonly ledger: Ledger,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @HttpCode(200)
  @AcceptsBatchBody()
  @Operation(
    'transactions.create_batch',
    'Create a batch of transactions',
    'Creates up to 1,000 transactions in one SQL transaction. With `atomic: true`, one refused transaction refuses all with `batch_failed`. With `atomic: false`, each result has the status that its own request would have had. A malformed transaction is 400 for the whole batch. The body may have up to 4 MiB.',
  )
  @ApiErrorCodes('batch_failed', 'forbidden')
  @HasDryRun()
  @ApiHeader({ name: PARAMETERS.IdempotencyKey.name })
  @ApiExtraModels(TransactionBatchBody, TransactionBatchDryRunBody)
  @ApiOkResponse({
    description: 'The results of the batch, or with `Dry-Run: true` those that it would have.',
    schema: {
      oneOf: [
        { $ref: getSchemaPath(TransactionBatchBody) },
        { $ref: getSchemaPath(TransactionBatchDryRunBody) },
      ],
    },
  })
  async create(
    @Scope() scope: AccountScope,
    @Body() body: CreateTransactionBatchDto,
    @CurrentHttpExchange() exchange: HttpExchange,
    @Query() _query: EmptyQuery,
  ): Promise<TransactionBatchBody | TransactionBatchDryRunBody> {
    const request = batchRequestOf(body, scope);
    const batch = { inputs: request.inputs, atomic: body.atomic, actor: scope.actor };
    if (body.atomic) await this.refuseHidden(request, batch);
    if (isDryRun(exchange.request)) {
      const { value, balances } = await this.ledger.dryRunBatch(batch);
      const [only] = balances.size === 1 ? balances.values() : [];
      return dryRunBody(exchange, unsavedBatchBody(inOrder(value, request)), only);
    }
    return this.idempotency.respond(
      { ...exchange, accountId: request.inputs[0]?.accountId },
      (elements: readonly BatchElement[]) => batchBody(inOrder(elements, request)),
      (idempotentRequest) => this.ledger.createBatch(batch, idempotentRequest),
    );
  }

  private async refuseHidden({ hidden, inputs }: BatchRequest, batch: BatchInput): Promise<void> {
    const [first] = hidden;
    if (first === undefined) return;
    const [index, error] = first;
    // The error names the first transaction that fails, which may be one before this.
    if (index > 0) await this.ledger.dryRunBatch({ ...batch, inputs: inputs.slice(0, index) });
    throw batchFailed(index, error);
  }
}
