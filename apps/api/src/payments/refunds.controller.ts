import { parseId } from '@florin/kernel';
import { CreateRefund, GetPaymentRequest, GetRefund, RefundReader } from '@florin/payments';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { CurrentHttpExchange, type HttpExchange, Idempotency } from '../common/idempotency/idempotency.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { EmptyQuery } from '../common/validation/empty.dto.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import {
  CreateRefundDto,
  ListRefundsQuery,
  newRefundOf,
  RefundBody,
  refundBody,
  RefundListBody,
} from './refund.dto.js';

@ApiTags('Refunds')
@ActsForAccount()
@Controller('v1')
export class RefundsController {
  constructor(
    private readonly createRefund: CreateRefund,
    private readonly getRefund: GetRefund,
    private readonly getRequest: GetPaymentRequest,
    private readonly refunds: RefundReader,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('payments/:payment_id/refunds')
  @Operation(
    'refunds.create',
    'Refund a payment',
    'Returns a succeeded payment to the card of the customer, all of it or a part. The amount is on hold until the refund has succeeded or failed, usually at once. All refunds of a payment together never exceed it.',
  )
  @ApiErrorCodes('conflict', 'insufficient_funds')
  @ApiCreatedResponse({ type: RefundBody })
  async create(
    @Scope() scope: AccountScope,
    @Param('payment_id') id: string,
    @Body() body: CreateRefundDto,
    @CurrentHttpExchange() exchange: HttpExchange,
    @Query() _query: EmptyQuery,
  ): Promise<RefundBody> {
    const accountId = scope.visibleAccount();
    return this.idempotency.respond(
      { ...exchange, accountId },
      refundBody,
      (idempotentRequest) =>
        this.createRefund.execute(
          parseId('pay', id),
          accountId,
          newRefundOf(body),
          idempotentRequest,
          scope.actor,
        ),
      // The stored body is that of the pending refund.
      async (stored) => refundBody(await this.getRefund.execute(stored.id, accountId)),
    );
  }

  @Get('payments/:payment_id/refunds')
  @Operation('refunds.list', 'List the refunds of a payment')
  @ApiOkResponse({ type: RefundListBody })
  async list(
    @Scope() scope: AccountScope,
    @Param('payment_id') id: string,
    @Query() query: ListRefundsQuery,
  ): Promise<RefundListBody> {
    const payment = await this.getRequest.execute(parseId('pay', id), scope.visibleAccount());
    return cursorBody(await this.refunds.list(payment, cursorRequestOf(query)), refundBody);
  }

  @Get('refunds/:refund_id')
  @Operation('refunds.get', 'Retrieve a refund')
  @ApiOkResponse({ type: RefundBody })
  async get(
    @Scope() scope: AccountScope,
    @Param('refund_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<RefundBody> {
    return refundBody(await this.getRefund.execute(parseId('re', id), scope.visibleAccount()));
  }
}
