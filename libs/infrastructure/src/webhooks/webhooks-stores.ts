import { auditEntry, SYSTEM } from '@florin/identity';
import type { AccountId, Ids } from '@florin/kernel';
import type { WebhookAccounts, WebhookAudit, WebhooksStores, WebhooksUnitOfWork } from '@florin/webhooks';
import type { DataSource, EntityManager } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity.js';
import { TypeOrmAuditLog } from '../identity/typeorm-audit.js';
import { createOutbox } from '../ledger/event-outbox.js';
import { accountRowLock, lockAccountShared } from '../postgres/account-lock.js';
import { TypeOrmUnitOfWork } from '../postgres/unit-of-work.js';
import { TypeOrmWebhookDeliveryRepository } from './typeorm-webhook-delivery.repository.js';
import { TypeOrmWebhookEndpointRepository } from './typeorm-webhook-endpoint.repository.js';

const webhooksStores = (manager: EntityManager, ids: Ids, actor: string): WebhooksStores => ({
  accounts: webhookAccounts(manager),
  endpoints: new TypeOrmWebhookEndpointRepository(manager),
  deliveries: new TypeOrmWebhookDeliveryRepository(manager),
  events: createOutbox(manager, ids, actor),
  audit: webhookAudit(manager, ids),
});

const webhookAccounts = (manager: EntityManager): WebhookAccounts => ({
  async lockOpen(accountId: AccountId) {
    await lockAccountShared(manager, accountId);
    const row = await manager.findOne(AccountEntity, {
      where: { id: accountId },
      ...accountRowLock(manager, 'pessimistic_read'),
    });
    return row !== null && row.status !== 'closed';
  },
});

const webhookAudit = (manager: EntityManager, ids: Ids): WebhookAudit => ({
  addDisabled({ id }, reason, now) {
    const act = { action: 'webhook_endpoint.disabled', subjectId: id, details: { reason } } as const;
    return new TypeOrmAuditLog(manager).add(auditEntry(ids, SYSTEM, act, now));
  },
});

export const webhooksUnitOfWork = (dataSource: DataSource, ids: Ids): WebhooksUnitOfWork =>
  new TypeOrmUnitOfWork(dataSource, (manager, actor) => webhooksStores(manager, ids, actor));
