import { parseId } from '@florin/kernel';
import {
  accountNotFound,
  CancelSubscription,
  CreateSubscription,
  GetSubscription,
  PauseSubscription,
  ResumeSubscription,
  type Subscription,
  SubscriptionReader,
} from '@florin/payments';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ScopedLists } from '../accounts/scoped-lists.js';
import { CurrentHttpExchange, type HttpExchange, Idempotency } from '../common/idempotency/idempotency.js';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { PaymentUrls } from '../payments/payment-urls.js';
import {
  CanceledSubscriptionBody,
  canceledSubscriptionBody,
  CreateSubscriptionDto,
  ListSubscriptionsQuery,
  newSubscriptionOf,
  SubscriptionBody,
  type SubscriptionFields,
  subscriptionFields,
  SubscriptionListBody,
  UpdateSubscriptionDto,
} from './subscription.dto.js';
import { EmptyBody, EmptyQuery } from '../common/validation/empty.dto.js';

@ApiTags('Subscriptions')
@ActsForAccount()
@Controller('v1/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly createSubscription: CreateSubscription,
    private readonly getSubscription: GetSubscription,
    private readonly subscriptions: SubscriptionReader,
    private readonly pauseSubscription: PauseSubscription,
    private readonly resumeSubscription: ResumeSubscription,
    private readonly cancelSubscription: CancelSubscription,
    private readonly urls: PaymentUrls,
    private readonly idempotency: Idempotency,
    private readonly lists: ScopedLists,
  ) {}

  @Post()
  @Operation(
    'subscriptions.create',
    'Create a subscription',
    'Creates a payment request now and at the start of each following period.',
  )
  @ApiErrorCodes('account_not_found')
  @ApiCreatedResponse({ type: SubscriptionBody })
  async create(
    @Scope() scope: AccountScope,
    @Body() body: CreateSubscriptionDto,
    @CurrentHttpExchange() exchange: HttpExchange,
    @Query() _query: EmptyQuery,
  ): Promise<SubscriptionBody> {
    const input = newSubscriptionOf(body, scope.requireVisibleAccount(body.account_id, accountNotFound));
    const fields = await this.idempotency.respond(
      { ...exchange, accountId: input.accountId },
      subscriptionFields,
      (idempotentRequest) => this.createSubscription.execute(input, idempotentRequest, scope.actor),
    );
    return this.withUrl(fields);
  }

  @Get()
  @Operation('subscriptions.list', 'List subscriptions')
  @ApiOkResponse({ type: SubscriptionListBody })
  async list(
    @Scope() scope: AccountScope,
    @Query() query: ListSubscriptionsQuery,
  ): Promise<SubscriptionListBody> {
    const cursor = cursorRequestOf(query);
    const { status, reference } = query;
    const page = await this.lists.page(scope, (accountId) =>
      this.subscriptions.list({ accountId, status, reference }, cursor),
    );
    return cursorBody(page, (item) => this.bodyOf(item));
  }

  @Get(':subscription_id')
  @Operation('subscriptions.get', 'Retrieve a subscription')
  @ApiOkResponse({ type: SubscriptionBody })
  async get(
    @Scope() scope: AccountScope,
    @Param('subscription_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<SubscriptionBody> {
    const accountId = scope.visibleAccount();
    return this.bodyOf(await this.getSubscription.execute(parseId('sub', id), accountId));
  }

  @Patch(':subscription_id')
  @Operation('subscriptions.update', 'Pause or resume a subscription')
  @ApiErrorCodes('conflict')
  @ApiOkResponse({ type: SubscriptionBody })
  async update(
    @Scope() scope: AccountScope,
    @Param('subscription_id') id: string,
    @Body() { status }: UpdateSubscriptionDto,
    @Query() _query: EmptyQuery,
  ): Promise<SubscriptionBody> {
    const accountId = scope.visibleAccount();
    const useCases = { active: this.resumeSubscription, paused: this.pauseSubscription };
    const useCase = status === undefined ? this.getSubscription : useCases[status];
    return this.bodyOf(await useCase.execute(parseId('sub', id), accountId, scope.actor));
  }

  @Delete(':subscription_id')
  @Operation('subscriptions.cancel', 'Cancel a subscription')
  @ApiErrorCodes('not_cancellable')
  @ApiOkResponse({ type: CanceledSubscriptionBody })
  async cancel(
    @Scope() scope: AccountScope,
    @Param('subscription_id') id: string,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<CanceledSubscriptionBody> {
    const accountId = scope.visibleAccount();
    return canceledSubscriptionBody(
      await this.cancelSubscription.execute(parseId('sub', id), accountId, scope.actor),
    );
  }

  private bodyOf(subscription: Subscription): SubscriptionBody {
    return this.withUrl(subscriptionFields(subscription));
  }

  private withUrl(fields: SubscriptionFields): SubscriptionBody {
    return Object.assign({}, fields, { latest_payment_url: this.urls.urlOf(fields.latest_payment_id) });
  }
}
