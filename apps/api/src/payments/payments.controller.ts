import { parseId } from '@florin/kernel';
import {
  CancelPaymentRequest,
  CreatePaymentRequest,
  GetPaymentRequest,
  type PaymentRequest,
  PaymentRequestReader,
} from '@florin/payments';
import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NamedAccount } from '../accounts/named-account.js';
import { Idempotency } from '../common/idempotency/idempotency.js';
import { actorIn } from '../auth/caller.js';
import { ActsForAccount, Operation } from '../auth/operation.js';
import { Refuses } from '../openapi/refuses.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { seenAccountOf } from '../auth/seen-account.js';
import { namedPayee } from './named-payee.js';
import { PaymentAddresses } from './payment-addresses.js';
import {
  CanceledPaymentBody,
  canceledPaymentBody,
  CreatePaymentDto,
  ListPaymentsQuery,
  newPaymentRequestOf,
  PaymentBody,
  paymentFields,
  PaymentListBody,
  PaymentStatusBody,
  paymentStatusBody,
} from './payment.dto.js';
import { NoBody, NoQuery } from '../common/validation/no-fields.dto.js';

/** Requests for a customer to pay the caller's account, or any for those who see them all. */
@ApiTags('Payment requests')
@ActsForAccount()
@Controller('v1/payments')
export class PaymentsController {
  constructor(
    private readonly createRequest: CreatePaymentRequest,
    private readonly getRequest: GetPaymentRequest,
    private readonly requests: PaymentRequestReader,
    private readonly cancelRequest: CancelPaymentRequest,
    private readonly addresses: PaymentAddresses,
    private readonly idempotency: Idempotency,
    private readonly namedAccount: NamedAccount,
  ) {}

  @Post()
  @Operation(
    'payments.create',
    'Ask a customer to pay',
    'Answers with the address of a page on which the customer pays by card. Once paid, the amount is on the account.',
  )
  @Refuses('account_not_found')
  @ApiCreatedResponse({ type: PaymentBody })
  async create(
    @Body() body: CreatePaymentDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query() _query: NoQuery,
  ): Promise<PaymentBody> {
    const input = newPaymentRequestOf(body, namedPayee(body.account_id, request, 'payments.create'));
    const fields = await this.idempotency.answer({ request, reply }, paymentFields, (once) =>
      this.createRequest.execute(input, once, actorIn(request)),
    );
    return this.addresses.complete(fields);
  }

  @Get()
  @Operation('payments.list', 'List payment requests, newest first')
  @ApiOkResponse({ type: PaymentListBody })
  async list(@Req() request: FastifyRequest, @Query() query: ListPaymentsQuery): Promise<PaymentListBody> {
    const cursor = cursorRequestOf(query);
    const { status, reference, subscription_id: subscriptionId } = query;
    const page = await this.namedAccount.seenPage(request, 'payments.list', (accountId) =>
      this.requests.list({ accountId, status, reference, subscriptionId }, cursor),
    );
    return cursorBody(page, (item) => this.addresses.body(item));
  }

  @Get(':payment_id')
  @Operation('payments.get', 'Retrieve a payment request')
  @ApiOkResponse({ type: PaymentBody })
  async get(
    @Req() request: FastifyRequest,
    @Param('payment_id') id: string,
    @Query() _query: NoQuery,
  ): Promise<PaymentBody> {
    return this.addresses.body(await this.mustFind(id, request, 'payments.get'));
  }

  @Get(':payment_id/status')
  @Operation('payments.status', 'Check whether a payment request was paid')
  @ApiOkResponse({ type: PaymentStatusBody })
  async status(
    @Req() request: FastifyRequest,
    @Param('payment_id') id: string,
    @Query() _query: NoQuery,
  ): Promise<PaymentStatusBody> {
    return paymentStatusBody(await this.mustFind(id, request, 'payments.status'));
  }

  @Delete(':payment_id')
  @Operation('payments.cancel', 'Cancel a pending payment request')
  @Refuses('not_cancellable')
  @ApiOkResponse({ type: CanceledPaymentBody })
  async cancel(
    @Req() request: FastifyRequest,
    @Param('payment_id') id: string,
    @Query() _query: NoQuery,
    @Body() _body: NoBody,
  ): Promise<CanceledPaymentBody> {
    const accountId = seenAccountOf(request, 'payments.cancel');
    return canceledPaymentBody(
      await this.cancelRequest.execute(parseId('pay', id), accountId, actorIn(request)),
    );
  }

  private mustFind(
    id: string,
    request: FastifyRequest,
    operation: 'payments.get' | 'payments.status',
  ): Promise<PaymentRequest> {
    return this.getRequest.execute(parseId('pay', id), seenAccountOf(request, operation));
  }
}
