import { parseId } from '@florin/kernel';
import {
  accountNotFound,
  CancelPaymentRequest,
  CreatePaymentRequest,
  GetPaymentRequest,
  type PaymentRequest,
  PaymentRequestReader,
} from '@florin/payments';
import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ScopedLists } from '../accounts/scoped-lists.js';
import { CurrentExchange, type Exchange, Idempotency } from '../common/idempotency/idempotency.js';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { Refuses } from '../openapi/refuses.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
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
import { EmptyBody, EmptyQuery } from '../common/validation/empty.dto.js';

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
    private readonly lists: ScopedLists,
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
    @Scope() scope: AccountScope,
    @Body() body: CreatePaymentDto,
    @CurrentExchange() exchange: Exchange,
    @Query() _query: EmptyQuery,
  ): Promise<PaymentBody> {
    const input = newPaymentRequestOf(body, scope.requireVisible(body.account_id, accountNotFound));
    const fields = await this.idempotency.answer(exchange, paymentFields, (once) =>
      this.createRequest.execute(input, once, scope.actor),
    );
    return this.addresses.complete(fields);
  }

  @Get()
  @Operation('payments.list', 'List payment requests, newest first')
  @ApiOkResponse({ type: PaymentListBody })
  async list(@Scope() scope: AccountScope, @Query() query: ListPaymentsQuery): Promise<PaymentListBody> {
    const cursor = cursorRequestOf(query);
    const { status, reference, subscription_id: subscriptionId } = query;
    const page = await this.lists.page(scope, (accountId) =>
      this.requests.list({ accountId, status, reference, subscriptionId }, cursor),
    );
    return cursorBody(page, (item) => this.addresses.body(item));
  }

  @Get(':payment_id')
  @Operation('payments.get', 'Retrieve a payment request')
  @ApiOkResponse({ type: PaymentBody })
  async get(
    @Scope() scope: AccountScope,
    @Param('payment_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<PaymentBody> {
    return this.addresses.body(await this.mustFind(id, scope));
  }

  @Get(':payment_id/status')
  @Operation('payments.status', 'Check whether a payment request was paid')
  @ApiOkResponse({ type: PaymentStatusBody })
  async status(
    @Scope() scope: AccountScope,
    @Param('payment_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<PaymentStatusBody> {
    return paymentStatusBody(await this.mustFind(id, scope));
  }

  @Delete(':payment_id')
  @Operation('payments.cancel', 'Cancel a pending payment request')
  @Refuses('not_cancellable')
  @ApiOkResponse({ type: CanceledPaymentBody })
  async cancel(
    @Scope() scope: AccountScope,
    @Param('payment_id') id: string,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<CanceledPaymentBody> {
    const accountId = scope.visibleAccount();
    return canceledPaymentBody(await this.cancelRequest.execute(parseId('pay', id), accountId, scope.actor));
  }

  private mustFind(id: string, scope: AccountScope): Promise<PaymentRequest> {
    return this.getRequest.execute(parseId('pay', id), scope.visibleAccount());
  }
}
