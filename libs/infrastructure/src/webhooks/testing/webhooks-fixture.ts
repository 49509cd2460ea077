import { type AccountId, type DomainEvent, uuidFromId, type WebhookEndpointId } from '@florin/kernel';
import { SystemClock, SystemIds } from '@florin/kernel/memory';
import { aBalance } from '@florin/ledger/testing';
import {
  type ClaimedDelivery,
  CreateWebhookEndpoint,
  type NewWebhookEndpoint,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@florin/webhooks';
import type { DataSource } from 'typeorm';
import { appendEvents } from '../../ledger/event-outbox.js';
import { postgresHarness } from '../../ledger/testing/postgres-harness.js';
import { inSqlTransaction } from '../../postgres/sql-transaction.js';
import { deriveKey } from '../../security/derived-keys.js';
import { AddressPolicy } from '../address-policy.js';
import { EncryptedWebhookSecrets } from '../encrypted-webhook-secrets.js';
import { webhooksUnitOfWork } from '../webhooks-stores.js';

/** The columns of a delivery that tests compare. */
interface DeliveryRow {
  readonly id: string;
  readonly account_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: string;
  readonly next_attempt_at: Date | null;
  readonly claimed_until: Date | null;
  readonly failures: number;
  readonly created_at: Date;
}

export class WebhooksFixture {
  readonly ids = new SystemIds();
  readonly clock = new SystemClock();
  readonly secrets = new EncryptedWebhookSecrets(deriveKey('a secret of the tests only', 'webhook secret'));
  readonly unitOfWork;
  private readonly creating: CreateWebhookEndpoint;

  constructor(readonly dataSource: DataSource) {
    this.unitOfWork = webhooksUnitOfWork(dataSource, this.ids);
    const policy = new AddressPolicy(false);
    this.creating = new CreateWebhookEndpoint(this.unitOfWork, this.secrets, policy, this.ids, this.clock);
  }

  async openAccount(available = 0): Promise<AccountId> {
    const accountId = this.ids.next('acct');
    await postgresHarness(this.dataSource).openBalance(
      aBalance({ accountId, available, used: available > 0 }),
    );
    return accountId;
  }

  async createEndpoint(changes: Partial<NewWebhookEndpoint> = {}): Promise<WebhookEndpoint> {
    const created = await this.creating.execute({
      accountId: undefined,
      url: 'https://receiver.example/hook',
      events: ['*'],
      description: undefined,
      ...changes,
    });
    if (created.replayed) throw new Error('The endpoint was replayed.');
    return created.value;
  }

  async setStatus(id: WebhookEndpointId, status: string): Promise<void> {
    const sql = 'UPDATE webhook_endpoints SET status = $2 WHERE id = $1';
    await this.dataSource.query(sql, [uuidFromId(id), status]);
  }

  async addEvents(
    accountId: AccountId,
    count: number,
    { type = 'account.updated', at = this.clock.now() }: { type?: string; at?: Date } = {},
  ): Promise<void> {
    const event: DomainEvent = { type, accountId, subjectId: accountId, data: {} };
    const events = Array.from({ length: count }, () => ({ ...event, occurredAt: at }));
    await inSqlTransaction(this.dataSource, (manager) => appendEvents(manager, this.ids, events, 'system'));
  }

  /** As after an attempt. */
  save(claimed: readonly ClaimedDelivery[], changes: Partial<WebhookDelivery>): Promise<void> {
    const attempted = claimed.map((one) => ({ claimed: one, recorded: { ...one.delivery, ...changes } }));
    return this.unitOfWork.run(({ deliveries }) => deliveries.saveAttempted(attempted));
  }

  /** In the order of their ids. */
  deliveriesTo(id: WebhookEndpointId): Promise<DeliveryRow[]> {
    const sql = 'SELECT * FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id';
    return this.dataSource.query(sql, [uuidFromId(id)]);
  }

  async typesSentTo(id: WebhookEndpointId): Promise<string[]> {
    return (await this.deliveriesTo(id)).map(({ event_type }) => event_type);
  }

  async clear(): Promise<void> {
    await this.dataSource.query('TRUNCATE webhook_endpoints, webhook_deliveries');
  }
}
