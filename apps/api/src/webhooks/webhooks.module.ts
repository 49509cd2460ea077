import { Clock, Ids } from '@florin/kernel';
import {
  CreateWebhookEndpoint,
  DeleteWebhookEndpoint,
  EndpointUrlPolicy,
  GetWebhookDelivery,
  GetWebhookEndpoint,
  ReplayEvents,
  RetryWebhookDelivery,
  RotateWebhookSecret,
  TestWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookDeliveryReader,
  WebhookEndpointReader,
  WebhookSecrets,
  WebhookSender,
  WebhooksUnitOfWork,
} from '@florin/webhooks';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { provide } from '../core/factory-provider.js';
import { WebhooksCoreModule } from '../core/webhooks-core.module.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookEndpointsController } from './webhook-endpoints.controller.js';
import { WebhookTestLimit } from './webhook-test-limit.js';

@Module({
  imports: [AccountsModule, IdempotencyModule, WebhooksCoreModule],
  controllers: [WebhookEndpointsController, WebhookDeliveriesController],
  providers: [
    provide(CreateWebhookEndpoint, WebhooksUnitOfWork, WebhookSecrets, EndpointUrlPolicy, Ids, Clock),
    provide(GetWebhookEndpoint, WebhookEndpointReader),
    provide(UpdateWebhookEndpoint, WebhooksUnitOfWork, EndpointUrlPolicy, Clock),
    provide(DeleteWebhookEndpoint, WebhooksUnitOfWork),
    provide(RotateWebhookSecret, WebhooksUnitOfWork, WebhookSecrets, Clock),
    provide(TestWebhookEndpoint, WebhookEndpointReader, WebhookSender, WebhooksUnitOfWork, Ids, Clock),
    provide(ReplayEvents, WebhooksUnitOfWork, Clock),
    provide(GetWebhookDelivery, WebhookDeliveryReader),
    provide(RetryWebhookDelivery, WebhooksUnitOfWork, Clock),
    WebhookTestLimit,
  ],
})
export class WebhooksModule {}
