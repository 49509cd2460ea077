import { parseId } from '@florin/kernel';
import { BalanceReader } from '@florin/ledger';
import {
  accountNotFound,
  CancelPaymentRequest,
  CreatePaymentRequest,
  DescribePayments,
  GetPayment,
  GetPaymentRequest,
  PaymentRequestReader,
  SendPaymentRequest,
} from '@florin/payments';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ScopedLists } from '../accounts/scoped-lists.js';
import { dryRunBody } from '../common/dry-run/dry-run.dto.js';
import { HasDryRun, isDryRun } from '../common/dry-run/dry-run.js';
import { CurrentHttpExchange, type HttpExchange, Idempotency } from '../common/idempotency/idempotency.js';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { PARAMETERS } from '../openapi/common.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { PaymentUrls } from './payment-urls.js';
import { attemptBody } from './payment-attempt.dto.js';
import {
  CanceledPaymentBody,
  canceledPaymentBody,
  checkoutOf,
  CreatePaymentDto,
  filterOf,
  ListPaymentsQuery,
  newPaymentFields,
  newPaymentRequestOf,
  PaymentBody,
  PaymentDetailsBody,
  PaymentDryRunBody,
  PaymentEmailBody,
  paymentEmailBody,
  PaymentListBody,
  PaymentStatusBody,
  paymentStatusBody,
  unsavedPaymentBody,
} from './payment.dto.js';
import { EmptyBody, EmptyQuery } from '../common/validation/empty.dto.js';

@ApiTags('Payment requests')
@ActsForAccount()
@Controller('v1/payments')
export class PaymentsController {
  constructor(
    private readonly createRequest: CreatePaymentRequest,
    private readonly getRequest: GetPaymentRequest,
    private readonly getPayment: GetPayment,
    private readonly requests: PaymentRequestReader,
    private readonly describePayments: DescribePayments,
    private readonly cancelRequest: CancelPaymentRequest,
    private readonly sendRequest: SendPaymentRequest,
    private readonly urls: PaymentUrls,
    private readonly balances: BalanceReader,
    private readonly idempotency: Idempotency,
    private readonly lists: ScopedLists,
  ) {}

  @Post()
  @Operation(
    'payments.create',
    'Create a payment request',
    'Send the `payment_url` of the response to the customer, who pays by card on that page. The amount is credited to the account when the customer has paid.',
  )
  @ApiErrorCodes('account_not_found')
  @HasDryRun({ type: PaymentDryRunBody })
  @ApiCreatedResponse({ type: PaymentBody })
  async create(
    @Scope() scope: AccountScope,
    @Body() body: CreatePaymentDto,
    @CurrentHttpExchange() exchange: HttpExchange,
    @Query() _query: EmptyQuery,
  ): Promise<PaymentBody | PaymentDryRunBody> {
    const checkout = checkoutOf(body);
    const input = newPaymentRequestOf(
      body,
      checkout,
      scope.requireVisibleAccount(body.account_id, accountNotFound),
    );
    if (isDryRun(exchange.request)) {
      const request = await this.createRequest.dryRun(input);
      // A request does not change the balance; only its payment does.
      return dryRunBody(exchange, unsavedPaymentBody(request), await this.balances.find(input.accountId));
    }
    const fields = await this.idempotency.respond(
      { ...exchange, accountId: input.accountId },
      newPaymentFields,
      (idempotentRequest) => this.createRequest.execute(input, idempotentRequest, scope.actor),
    );
    return this.urls.withUrl(fields);
  }

  @Get()
  @Operation('payments.list', 'List payment requests')
  @ApiOkResponse({ type: PaymentListBody })
  async list(@Scope() scope: AccountScope, @Query() query: ListPaymentsQuery): Promise<PaymentListBody> {
    const cursor = cursorRequestOf(query);
    const { items, hasMore } = await this.lists.page(scope, (accountId) =>
      this.requests.list({ accountId, ...filterOf(query) }, cursor),
    );
    const payments = await this.describePayments.execute(items);
    return cursorBody({ items: payments, hasMore }, (payment) => this.urls.bodyOf(payment));
  }

  @Get(':payment_id')
  @Operation('payments.get', 'Retrieve a payment request')
  @ApiOkResponse({ type: PaymentDetailsBody })
  async get(
    @Scope() scope: AccountScope,
    @Param('payment_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<PaymentDetailsBody> {
    const payment = await this.getPayment.execute(parseId('pay', id), scope.visibleAccount());
    return Object.assign(this.urls.bodyOf(payment), { attempts: payment.attempts.map(attemptBody) });
  }

  @Get(':payment_id/status')
  @Operation('payments.status', 'Retrieve the status of a payment request')
  @ApiOkResponse({ type: PaymentStatusBody })
  async status(
    @Scope() scope: AccountScope,
    @Param('payment_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<PaymentStatusBody> {
    return paymentStatusBody(await this.getRequest.execute(parseId('pay', id), scope.visibleAccount()));
  }

  @Delete(':payment_id')
  @Operation('payments.cancel', 'Cancel a pending payment request')
  @ApiErrorCodes('not_cancellable')
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

  @Post(':payment_id/send_email')
  @HttpCode(202)
  @Operation(
    'payments.send_email',
    'Send a payment request by email',
    'Sends a pending payment request to the `customer_email`, in the language of the account: at most once an hour, and at most 50 payment requests of the account an hour unless the operator has set another limit.',
  )
  @ApiErrorCodes('conflict')
  @ApiHeader({ name: PARAMETERS.IdempotencyKey.name })
  @ApiAcceptedResponse({ type: PaymentEmailBody })
  async sendEmail(
    @Scope() scope: AccountScope,
    @Param('payment_id') id: string,
    @CurrentHttpExchange() exchange: HttpExchange,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<PaymentEmailBody> {
    const accountId = scope.visibleAccount();
    return this.idempotency.respond({ ...exchange, accountId }, paymentEmailBody, (idempotentRequest) =>
      this.sendRequest.execute(parseId('pay', id), accountId, idempotentRequest, scope.actor),
    );
  }
}
