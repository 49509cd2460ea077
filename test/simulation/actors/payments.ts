import { type Email, parseEmail, type PaymentRequestId, type SubscriptionId } from '@florin/kernel';
import { INTERVALS } from '@florin/payments';
import { CARDS } from '../processor.js';
import type { Service } from '../service.js';
import { closeHousehold } from './accounts.js';
import type { Client } from './client.js';
import { type Town, USD } from './town.js';

const FATES = [
  ['approved', 5],
  ['declined', 3],
  ['failed', 1],
] as const;
const CUSTOMER = parseEmail('grace@example.com') as Email;

/** What businesses and their customers do. */
export const PAYMENT_ACTS = {
  askForMoney,
  pay: (client: Client, town: Town) => payWithCard(client, town.any(town.requests)),
  payWhileClosing,
  takeBack,
  subscribe,
  paySubscription,
  pause: (client: Client, town: Town) => move(client, town, 'pauseSubscription'),
  resume: (client: Client, town: Town) => move(client, town, 'resumeSubscription'),
  unsubscribe: (client: Client, town: Town) => move(client, town, 'cancelSubscription'),
} as const;

async function askForMoney(client: Client, town: Town): Promise<void> {
  const household = town.any(town.households);
  if (household === undefined) return;
  const amount = client.world.chance.between(100, 900);
  const input = { accountId: household.id, amount, currency: USD, customerEmail: CUSTOMER, metadata: {} };
  const what = `ask for ${amount} to ${household.id}`;
  const id = await client.create(what, 'requests', household.id, ({ createRequest }, once, reference) =>
    createRequest.execute({ ...input, reference, expiresAt: undefined }, once),
  );
  if (id !== undefined) town.requests.push(id as PaymentRequestId);
}

async function payWithCard(
  client: Client,
  id: PaymentRequestId | undefined,
  fate: keyof typeof CARDS = client.world.chance.weighted(FATES),
): Promise<void> {
  if (id === undefined) return;
  const card = { number: CARDS[fate], expiryMonth: 12, expiryYear: 2040, code: '123' };
  const answer = await client.ask(`pay ${id} with a card that is ${fate}`, ({ pay, secrets }) =>
    pay.execute(secrets.secretOf(id), card),
  );
  if (answer.kind !== 'done' || answer.value.attempt?.status !== 'approved') return;
  const kept = client.world.database.tables.requests.get(id)?.status;
  if (kept !== 'succeeded')
    client.world.report(`${client.name} was told that ${id} is paid; it is ${kept ?? 'gone'}`);
}

/** The account closes while the card is asked: what was taken has to be given back. */
async function payWhileClosing(client: Client, town: Town): Promise<void> {
  const { requests, subscriptions } = client.world.database.tables;
  const isBilled = (accountId: string) =>
    [...subscriptions.values()].some((one) => one.accountId === accountId && one.status !== 'canceled');
  const open = [...requests.values()].filter(
    ({ status, accountId }) => status === 'pending' && !isBilled(accountId),
  );
  const request = town.any(open);
  const household = town.households.find(({ id }) => id === request?.accountId);
  if (request === undefined || household === undefined) return;
  const paying = payWithCard(client, request.id, 'approved');
  await client.world.scheduler.sleep(client.world.chance.below(60));
  await Promise.all([paying, closeHousehold(client, household)]);
}

async function takeBack(client: Client, town: Town): Promise<void> {
  const id = town.any(town.requests);
  if (id === undefined) return;
  const answer = await client.insist(`take back ${id}`, ({ cancelRequest }) =>
    cancelRequest.execute(id, undefined),
  );
  if (answer.kind === 'done') client.requireCommitted('requests', answer.value);
}

async function subscribe(client: Client, town: Town): Promise<void> {
  const household = town.any(town.households);
  if (household === undefined) return;
  const interval = client.world.chance.pick(INTERVALS);
  const input = { accountId: household.id, amount: 250, currency: USD, customerEmail: CUSTOMER, interval };
  const what = `subscribe by the ${interval} to ${household.id}`;
  const id = await client.create(
    what,
    'subscriptions',
    household.id,
    ({ createSubscription }, once, reference) =>
      createSubscription.execute({ ...input, reference, metadata: {} }, once),
  );
  if (id !== undefined) town.subscriptions.push(id as SubscriptionId);
}

async function paySubscription(client: Client, town: Town): Promise<void> {
  const id = town.any(town.subscriptions);
  const latest = id && client.world.database.tables.subscriptions.get(id)?.latestPaymentId;
  await payWithCard(client, latest);
}

type Movement = 'pauseSubscription' | 'resumeSubscription' | 'cancelSubscription';

async function move(client: Client, town: Town, movement: Movement): Promise<void> {
  const id = town.any(town.subscriptions);
  if (id === undefined) return;
  const request = (api: Service) => api[movement].execute(id, undefined);
  const answer = await client.insist(`${movement} ${id}`, request);
  if (answer.kind === 'done') client.requireCommitted('subscriptions', answer.value);
}
