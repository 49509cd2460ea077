import { type Email, parseEmail, type PaymentRequestId, type SubscriptionId } from '@florin/kernel';
import { INTERVALS } from '@florin/payments';
import { CARDS } from '../card-network.js';
import type { Service } from '../service.js';
import { closeKnownAccount } from './accounts.js';
import type { Client } from './client.js';
import { type KnownResources, USD } from './known-resources.js';

const OUTCOME_WEIGHTS = [
  ['approved', 5],
  ['refundsFail', 1],
  ['declined', 3],
  ['failed', 1],
] as const;
const CUSTOMER = parseEmail('grace@example.com') as Email;

export const PAYMENT_ACTIONS = {
  requestPayment,
  pay: (client: Client, resources: KnownResources) =>
    payWithCard(client, resources.pickRecent(resources.requests)),
  payWhileClosing,
  cancelPaymentRequest,
  refund,
  refundTwice,
  subscribe,
  paySubscription,
  pause: (client: Client, resources: KnownResources) =>
    changeSubscription(client, resources, 'pauseSubscription'),
  resume: (client: Client, resources: KnownResources) =>
    changeSubscription(client, resources, 'resumeSubscription'),
  unsubscribe: (client: Client, resources: KnownResources) =>
    changeSubscription(client, resources, 'cancelSubscription'),
} as const;

async function requestPayment(client: Client, resources: KnownResources): Promise<void> {
  const account = resources.pickRecent(resources.accounts);
  if (account === undefined) return;
  const amount = client.world.random.between(100, 900);
  const input = { accountId: account.id, amount, currency: USD, customerEmail: CUSTOMER, metadata: {} };
  const what = `request ${amount} for ${account.id}`;
  const id = await client.create(
    what,
    'requests',
    account.id,
    ({ createRequest }, idempotentRequest, reference) =>
      createRequest.execute({ ...input, reference, expiresAt: undefined }, idempotentRequest),
  );
  if (id !== undefined) resources.requests.push(id as PaymentRequestId);
}

async function payWithCard(
  client: Client,
  id: PaymentRequestId | undefined,
  outcome: keyof typeof CARDS = client.world.random.weighted(OUTCOME_WEIGHTS),
): Promise<void> {
  if (id === undefined) return;
  const card = { number: CARDS[outcome], expiryMonth: 12, expiryYear: 2040, code: '123' };
  const result = await client.send(`pay ${id} with a card that is ${outcome}`, ({ pay, secrets }) =>
    pay.execute(secrets.secretOf(id), card),
  );
  if (result.kind !== 'done' || result.value.attempt?.status !== 'approved') return;
  const stored = client.world.database.tables.requests.get(id)?.status;
  if (stored !== 'succeeded')
    client.world.report(`${id} was acknowledged as paid to ${client.name} and is ${stored ?? 'missing'}`);
}

/** The account closes during the charge, so the charge has to be reversed. */
async function payWhileClosing(client: Client, resources: KnownResources): Promise<void> {
  const { requests, subscriptions } = client.world.database.tables;
  const isBilled = (accountId: string) =>
    [...subscriptions.values()].some(
      (subscription) => subscription.accountId === accountId && subscription.status !== 'canceled',
    );
  const open = [...requests.values()].filter(
    ({ status, accountId }) => status === 'pending' && !isBilled(accountId),
  );
  const request = resources.pickRecent(open);
  const account = resources.accounts.find(({ id }) => id === request?.accountId);
  if (request === undefined || account === undefined) return;
  const paying = payWithCard(client, request.id, 'approved');
  await client.world.scheduler.sleep(client.world.random.below(60));
  await Promise.all([paying, closeKnownAccount(client, account)]);
}

async function cancelPaymentRequest(client: Client, resources: KnownResources): Promise<void> {
  const id = resources.pickRecent(resources.requests);
  if (id === undefined) return;
  const result = await client.sendWithRetry(`cancel ${id}`, ({ cancelRequest }) =>
    cancelRequest.execute(id, undefined),
  );
  if (result.kind === 'done') client.requireCommitted('requests', result.value);
}

/** Some refunds ask for more than is left, and most race with others of the same payment. */
async function refund(client: Client, resources: KnownResources): Promise<void> {
  const { requests, refunds, transactions } = client.world.database.tables;
  const paid = [...requests.values()].filter(({ status }) => status === 'succeeded');
  const payment = resources.pickRecent(paid);
  if (payment === undefined) return;
  const { random } = client.world;
  const amount = random.happens(0.5) ? undefined : random.between(1, payment.amount);
  const what = `refund ${amount ?? 'all'} of ${payment.id}`;
  const id = await client.create(
    what,
    'refunds',
    payment.accountId,
    ({ createRefund }, idempotentRequest, reason) =>
      createRefund.execute(payment.id, undefined, { amount, reason }, idempotentRequest),
  );
  // Other actors try to end or refund its transaction.
  const hold = id && transactions.get(refunds.get(id)?.transactionId ?? '');
  if (hold) resources.transactions.push(hold);
}

async function refundTwice(client: Client, resources: KnownResources): Promise<void> {
  await Promise.all([refund(client, resources), refund(client, resources)]);
}

async function subscribe(client: Client, resources: KnownResources): Promise<void> {
  const account = resources.pickRecent(resources.accounts);
  if (account === undefined) return;
  const interval = client.world.random.pick(INTERVALS);
  const input = { accountId: account.id, amount: 250, currency: USD, customerEmail: CUSTOMER, interval };
  const what = `subscribe by the ${interval} to ${account.id}`;
  const id = await client.create(
    what,
    'subscriptions',
    account.id,
    ({ createSubscription }, idempotentRequest, reference) =>
      createSubscription.execute({ ...input, reference, metadata: {} }, idempotentRequest),
  );
  if (id !== undefined) resources.subscriptions.push(id as SubscriptionId);
}

async function paySubscription(client: Client, resources: KnownResources): Promise<void> {
  const id = resources.pickRecent(resources.subscriptions);
  const latest = id && client.world.database.tables.subscriptions.get(id)?.latestPaymentId;
  await payWithCard(client, latest);
}

type SubscriptionUseCase = 'pauseSubscription' | 'resumeSubscription' | 'cancelSubscription';

async function changeSubscription(
  client: Client,
  resources: KnownResources,
  transition: SubscriptionUseCase,
): Promise<void> {
  const id = resources.pickRecent(resources.subscriptions);
  if (id === undefined) return;
  const request = (api: Service) => api[transition].execute(id, undefined);
  const result = await client.sendWithRetry(`${transition} ${id}`, request);
  if (result.kind === 'done') client.requireCommitted('subscriptions', result.value);
}
