import { parseId } from '@florin/kernel';
import {
  GetWebhookDelivery,
  GetWebhookEndpoint,
  RetryWebhookDelivery,
  WebhookDeliveryReader,
} from '@florin/webhooks';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { EmptyBody, EmptyQuery } from '../common/validation/empty.dto.js';
import { ApiErrorCodes } from '../openapi/operation-extensions.js';
import {
  ListWebhookDeliveriesQuery,
  WebhookDeliveryBody,
  webhookDeliveryBody,
  WebhookDeliveryListBody,
} from './webhook-delivery.dto.js';

@ApiTags('Webhooks')
@ActsForAccount()
@Controller('v1')
export class WebhookDeliveriesController {
  constructor(
    private readonly getEndpoint: GetWebhookEndpoint,
    private readonly getDelivery: GetWebhookDelivery,
    private readonly retryDelivery: RetryWebhookDelivery,
    private readonly deliveries: WebhookDeliveryReader,
  ) {}

  @Get('webhook_endpoints/:endpoint_id/deliveries')
  @Operation('webhook_deliveries.list', 'List the deliveries of a webhook endpoint')
  @ApiOkResponse({ type: WebhookDeliveryListBody })
  async list(
    @Scope() scope: AccountScope,
    @Param('endpoint_id') id: string,
    @Query() query: ListWebhookDeliveriesQuery,
  ): Promise<WebhookDeliveryListBody> {
    const cursor = cursorRequestOf(query);
    const endpoint = await this.getEndpoint.execute(parseId('whe', id), scope.visibleAccount());
    return cursorBody(await this.deliveries.list(endpoint.id, query.status, cursor), webhookDeliveryBody);
  }

  @Get('webhook_deliveries/:delivery_id')
  @Operation('webhook_deliveries.get', 'Retrieve a delivery', 'Deliveries are kept for 30 days.')
  @ApiOkResponse({ type: WebhookDeliveryBody })
  async get(
    @Scope() scope: AccountScope,
    @Param('delivery_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<WebhookDeliveryBody> {
    return webhookDeliveryBody(await this.getDelivery.execute(parseId('whd', id), scope.visibleAccount()));
  }

  @Post('webhook_deliveries/:delivery_id/retry')
  @HttpCode(200)
  @Operation(
    'webhook_deliveries.retry',
    'Retry a delivery',
    'Makes the delivery due now, with the whole schedule of retries, whatever its status.',
  )
  @ApiErrorCodes('conflict')
  @ApiOkResponse({ type: WebhookDeliveryBody })
  async retry(
    @Scope() scope: AccountScope,
    @Param('delivery_id') id: string,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<WebhookDeliveryBody> {
    const accountId = scope.visibleAccount();
    return webhookDeliveryBody(await this.retryDelivery.execute(parseId('whd', id), accountId, scope.actor));
  }
}
