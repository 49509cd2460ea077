import {
  AddressPolicy,
  Database,
  deriveKey,
  EncryptedWebhookSecrets,
  HttpWebhookSender,
  TypeOrmWebhookDeliveryReader,
  TypeOrmWebhookEndpointReader,
  webhooksUnitOfWork,
} from '@florin/infrastructure';
import { Clock, Ids } from '@florin/kernel';
import {
  EndpointUrlPolicy,
  WebhookDeliveryReader,
  WebhookEndpointReader,
  WebhookSecrets,
  WebhookSender,
  WebhooksUnitOfWork,
} from '@florin/webhooks';
import { Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { CoreSettings } from './core.module.js';
import { provideWithDatabase } from './factory-provider.js';

const PROVIDERS: Provider[] = [
  {
    provide: WebhooksUnitOfWork,
    inject: [Database, Ids],
    useFactory: ({ source }: Database, ids: Ids) => webhooksUnitOfWork(source, ids),
  },
  provideWithDatabase(WebhookEndpointReader, TypeOrmWebhookEndpointReader),
  provideWithDatabase(WebhookDeliveryReader, TypeOrmWebhookDeliveryReader),
  {
    provide: WebhookSecrets,
    inject: [CoreSettings],
    useFactory: ({ jwtSecret }: CoreSettings) =>
      new EncryptedWebhookSecrets(deriveKey(jwtSecret, 'webhook secret')),
  },
  {
    provide: AddressPolicy,
    inject: [CoreSettings],
    useFactory: ({ allowsPrivateWebhooks }: CoreSettings) => new AddressPolicy(allowsPrivateWebhooks),
  },
  { provide: EndpointUrlPolicy, useExisting: AddressPolicy },
  {
    provide: HttpWebhookSender,
    inject: [WebhookSecrets, AddressPolicy, Clock],
    useFactory: (secrets: WebhookSecrets, policy: AddressPolicy, clock: Clock) =>
      new HttpWebhookSender(secrets, policy, clock),
  },
  { provide: WebhookSender, useExisting: HttpWebhookSender },
];

/** Webhooks without HTTP. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class WebhooksCoreModule implements OnApplicationShutdown {
  constructor(private readonly sender: HttpWebhookSender) {}

  /** After the last attempt: the connections to receivers are kept open between attempts. */
  onApplicationShutdown(): void {
    this.sender.close();
  }
}
