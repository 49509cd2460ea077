import { parseId } from '@florin/kernel';
import {
  CreateWebhookEndpoint,
  DeleteWebhookEndpoint,
  GetWebhookEndpoint,
  ReplayEvents,
  RotateWebhookSecret,
  TestWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookEndpointReader,
  WebhookSecrets,
} from '@florin/webhooks';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ScopedLists } from '../accounts/scoped-lists.js';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { CurrentHttpExchange, type HttpExchange, Idempotency } from '../common/idempotency/idempotency.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { EmptyBody, EmptyQuery } from '../common/validation/empty.dto.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import { WebhookDeliveryBody, webhookDeliveryBody } from './webhook-delivery.dto.js';
import {
  CreateWebhookEndpointDto,
  DeletedWebhookEndpointBody,
  deletedWebhookEndpointBody,
  encryptedEndpointBody,
  endpointChangesOf,
  ListWebhookEndpointsQuery,
  newWebhookEndpointOf,
  ReplayedEventsBody,
  ReplayEventsDto,
  UpdateWebhookEndpointDto,
  WebhookEndpointBody,
  webhookEndpointBody,
  WebhookEndpointListBody,
  WebhookEndpointWithSecretBody,
} from './webhook-endpoint.dto.js';
import { WebhookTestLimit } from './webhook-test-limit.js';

@ApiTags('Webhooks')
@ActsForAccount()
@Controller('v1/webhook_endpoints')
export class WebhookEndpointsController {
  constructor(
    private readonly createEndpoint: CreateWebhookEndpoint,
    private readonly getEndpoint: GetWebhookEndpoint,
    private readonly updateEndpoint: UpdateWebhookEndpoint,
    private readonly deleteEndpoint: DeleteWebhookEndpoint,
    private readonly rotateWebhookSecret: RotateWebhookSecret,
    private readonly testEndpoint: TestWebhookEndpoint,
    private readonly replayEvents: ReplayEvents,
    private readonly endpoints: WebhookEndpointReader,
    private readonly secrets: WebhookSecrets,
    private readonly testLimit: WebhookTestLimit,
    private readonly idempotency: Idempotency,
    private readonly lists: ScopedLists,
  ) {}

  @Post()
  @Operation(
    'webhook_endpoints.create',
    'Create a webhook endpoint',
    'Sends the events of an account to your server. Deliveries are signed as the Standard Webhooks specification describes. An account has 16 endpoints at most.',
  )
  @ApiCreatedResponse({ type: WebhookEndpointWithSecretBody })
  async create(
    @Scope() scope: AccountScope,
    @Body() body: CreateWebhookEndpointDto,
    @CurrentHttpExchange() exchange: HttpExchange,
    @Query() _query: EmptyQuery,
  ): Promise<WebhookEndpointWithSecretBody> {
    const input = newWebhookEndpointOf(body, scope.optionalAccount(body.account_id));
    const encrypted = await this.idempotency.respond(
      { ...exchange, accountId: input.accountId },
      encryptedEndpointBody,
      (idempotentRequest) => this.createEndpoint.execute(input, idempotentRequest, scope.actor),
    );
    return this.withRevealedSecret(encrypted);
  }

  @Get()
  @Operation(
    'webhook_endpoints.list',
    'List webhook endpoints',
    'Admins and platform keys get the endpoints of all accounts and those without an account, or with `X-Account-Id` those of one account.',
  )
  @ApiOkResponse({ type: WebhookEndpointListBody })
  async list(
    @Scope() scope: AccountScope,
    @Query() query: ListWebhookEndpointsQuery,
  ): Promise<WebhookEndpointListBody> {
    const cursor = cursorRequestOf(query);
    const page = await this.lists.page(scope, (accountId) => this.endpoints.list(accountId, cursor));
    return cursorBody(page, webhookEndpointBody);
  }

  @Get(':endpoint_id')
  @Operation('webhook_endpoints.get', 'Retrieve a webhook endpoint')
  @ApiOkResponse({ type: WebhookEndpointBody })
  async get(
    @Scope() scope: AccountScope,
    @Param('endpoint_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<WebhookEndpointBody> {
    return webhookEndpointBody(await this.getEndpoint.execute(parseId('whe', id), scope.visibleAccount()));
  }

  @Patch(':endpoint_id')
  @Operation(
    'webhook_endpoints.update',
    'Update a webhook endpoint',
    'New events are sent by the new `url` and `events`. Deliveries that are still pending go to the new `url`.',
  )
  @ApiOkResponse({ type: WebhookEndpointBody })
  async update(
    @Scope() scope: AccountScope,
    @Param('endpoint_id') id: string,
    @Body() body: UpdateWebhookEndpointDto,
    @Query() _query: EmptyQuery,
  ): Promise<WebhookEndpointBody> {
    const accountId = scope.visibleAccount();
    const changes = endpointChangesOf(body);
    return webhookEndpointBody(
      await this.updateEndpoint.execute(parseId('whe', id), accountId, changes, scope.actor),
    );
  }

  @Delete(':endpoint_id')
  @Operation('webhook_endpoints.delete', 'Delete a webhook endpoint', 'Also deletes its list of deliveries.')
  @ApiOkResponse({ type: DeletedWebhookEndpointBody })
  async delete(
    @Scope() scope: AccountScope,
    @Param('endpoint_id') id: string,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<DeletedWebhookEndpointBody> {
    const accountId = scope.visibleAccount();
    return deletedWebhookEndpointBody(
      await this.deleteEndpoint.execute(parseId('whe', id), accountId, scope.actor),
    );
  }

  @Post(':endpoint_id/rotate_secret')
  @HttpCode(200)
  @Operation(
    'webhook_endpoints.rotate_secret',
    'Rotate the secret of a webhook endpoint',
    'For 24 hours deliveries are signed with the new and the previous secret, so that you can update your receivers one after the other.',
  )
  @ApiOkResponse({ type: WebhookEndpointWithSecretBody })
  async rotateSecret(
    @Scope() scope: AccountScope,
    @Param('endpoint_id') id: string,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<WebhookEndpointWithSecretBody> {
    const accountId = scope.visibleAccount();
    const endpoint = await this.rotateWebhookSecret.execute(parseId('whe', id), accountId, scope.actor);
    return this.withRevealedSecret(encryptedEndpointBody(endpoint));
  }

  @Post(':endpoint_id/test')
  @HttpCode(200)
  @Operation(
    'webhook_endpoints.test',
    'Test a webhook endpoint',
    'Sends an event of the type `webhook_endpoint.test` now, once, also to a disabled endpoint, and returns the delivery. It takes up to 15 seconds. The event is not stored: `GET /v1/events` does not list it.',
  )
  @ApiOkResponse({ type: WebhookDeliveryBody })
  async test(
    @Scope() scope: AccountScope,
    @Param('endpoint_id') id: string,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<WebhookDeliveryBody> {
    const accountId = scope.visibleAccount();
    const delivery = await this.testLimit.run(scope.actor, () =>
      this.testEndpoint.execute(parseId('whe', id), accountId, scope.actor),
    );
    return webhookDeliveryBody(delivery);
  }

  @Post(':endpoint_id/replay')
  @HttpCode(202)
  @Operation(
    'webhook_endpoints.replay',
    'Replay events',
    'Sends the matching events of a period again, also those that were not sent before. At most 100,000 events at a time.',
  )
  @ApiErrorCodes('conflict')
  @ApiAcceptedResponse({ type: ReplayedEventsBody })
  async replay(
    @Scope() scope: AccountScope,
    @Param('endpoint_id') id: string,
    @Body() { from, to }: ReplayEventsDto,
    @Query() _query: EmptyQuery,
  ): Promise<ReplayedEventsBody> {
    const accountId = scope.visibleAccount();
    const count = await this.replayEvents.execute(parseId('whe', id), accountId, { from, to }, scope.actor);
    return { count };
  }

  private withRevealedSecret(body: ReturnType<typeof encryptedEndpointBody>): WebhookEndpointWithSecretBody {
    const secret = this.secrets.reveal(body.secret);
    if (secret === undefined) throw new Error('The webhook secret was encrypted with another JWT_SECRET');
    return { ...body, secret };
  }
}
