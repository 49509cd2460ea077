import {
  AddressPolicy,
  deleteDeliveriesWithoutEndpoint,
  deleteOldDeliveries,
  deriveKey,
  EncryptedWebhookSecrets,
  PostgresDeliveryQueue,
  readDeliveryBacklog,
  SystemClock,
  SystemIds,
  TypeOrmWebhookDeliveryReader,
  TypeOrmWebhookEndpointReader,
  webhooksUnitOfWork,
} from '@florin/infrastructure';
import { type AccountId, addMilliseconds, DAY_MS, idFromUuid, type WebhookEndpointId } from '@florin/kernel';
import {
  CreateWebhookEndpoint,
  DELIVERY_STATUSES,
  DeleteWebhookEndpoint,
  ReplayEvents,
  RetryWebhookDelivery,
} from '@florin/webhooks';
import type { DataSource } from 'typeorm';

const [ids, clock] = [new SystemIds(), new SystemClock()];
const secrets = new EncryptedWebhookSecrets(deriveKey('a secret of the plans only', 'webhook secret'));

/** Sends all statements of webhooks, for an account and over all accounts. */
export async function useWebhooks(
  source: DataSource,
  busyAccount: AccountId,
  busyEndpoint: WebhookEndpointId,
): Promise<void> {
  const unitOfWork = webhooksUnitOfWork(source, ids);
  const creating = new CreateWebhookEndpoint(unitOfWork, secrets, new AddressPolicy(false), ids, clock);
  const deleting = new DeleteWebhookEndpoint(unitOfWork);
  const input = { url: 'https://receiver.invalid/', events: ['*'], description: undefined };
  for (const accountId of [busyAccount, undefined]) {
    const created = await creating.execute({ ...input, accountId });
    if (created.replayed) throw new Error('The endpoint was replayed.');
    const { id } = created.value;
    const period = { from: addMilliseconds(clock.now(), -DAY_MS), to: undefined };
    await new ReplayEvents(unitOfWork, clock).execute(id, accountId, period);
    await readLists(source, accountId, busyEndpoint);
    await deliver(source, accountId);
    await deleting.execute(id, accountId);
  }
  await readDeliveryBacklog(source);
  // Deletes none: the plans below are those of the deliveries that are there.
  await deleteDeliveriesWithoutEndpoint(source, 0);
  await deleteOldDeliveries(source, 100);
  await deleteOldDeliveries(source, 100, new Date(0));
}

async function readLists(
  source: DataSource,
  accountId: AccountId | undefined,
  endpointId: WebhookEndpointId,
): Promise<void> {
  const endpoints = new TypeOrmWebhookEndpointReader(source);
  const deliveries = new TypeOrmWebhookDeliveryReader(source);
  await endpoints.list(accountId, { limit: 10, after: ids.next('whe') });
  await endpoints.list(accountId, { limit: 10, before: idFromUuid('whe', FIRST) });
  await endpoints.find(endpointId, accountId);
  // The limit of the API: its requests were for an endpoint with few deliveries, which the planner may sort.
  for (const status of [undefined, ...DELIVERY_STATUSES]) {
    await deliveries.list(endpointId, status, { limit: 20 });
    await deliveries.list(endpointId, status, { limit: 20, after: ids.next('whd') });
  }
}

async function deliver(source: DataSource, accountId: AccountId | undefined): Promise<void> {
  const unitOfWork = webhooksUnitOfWork(source, ids);
  const claimed = await new PostgresDeliveryQueue(source).claim(10, clock.now());
  const deliveries = claimed.map(({ delivery }) => delivery);
  const recorded = claimed.map((one) => ({ claimed: one, recorded: one.delivery }));
  await unitOfWork.run((stores) => stores.deliveries.saveAttempted(recorded));
  const attempted = deliveries.map(({ endpointId }) => endpointId);
  await unitOfWork.run((stores) => stores.endpoints.lockAttempted(attempted, attempted));
  const [first] = deliveries;
  if (first === undefined) throw new Error('No delivery was due.');
  await new TypeOrmWebhookDeliveryReader(source).find(first.id, accountId);
  await new RetryWebhookDelivery(unitOfWork, clock).execute(first.id, accountId).catch(() => undefined);
}

const FIRST = '00000000-0000-0000-0000-000000000000';
