import { beforeAll, describe, expect, it } from '@jest/globals';
import { OpenAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import type { AccountId, PaymentRequestId } from '@florin/kernel';
import {
  CancelSubscription,
  ConcludeAttempt,
  CreatePaymentRequest,
  CreateSubscription,
  NoFaultPoints,
  PayPaymentRequest,
  type Subscription,
} from '@florin/payments';
import {
  aCard,
  aNewRequest,
  SequentialIds,
  DuringCharge,
  PlainPageSecrets,
  SteppedClock,
} from '@florin/payments/testing/paying';
import { aNewSubscription } from '@florin/payments/testing/subscriptions';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { ROOT } from '../../../../test/support/source-tree.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { paymentsUnitOfWork } from '../payments/payments-stores.js';
import { type SandboxHooks, SandboxProcessor } from '../payments/sandbox-processor.js';
import { TypeOrmPaymentRequestReader } from '../payments/typeorm-payment-request.reader.js';
import { TypeOrmSubscriptionReader } from '../payments/typeorm-subscription.reader.js';
import { PAYMENT_RULES } from './payment-rules.js';
import { SUBSCRIPTION_RULES } from './subscription-rules.js';
import { type BooksAudit, checkRules, verifyBooks } from './verify-books.js';

let url: string;
let dataSource: DataSource;
let accountId: AccountId;
const ids = new SequentialIds();
const clock = new SteppedClock();
const secrets = new PlainPageSecrets();

/** One request that waits for its customer, and one subscription whose request was paid. */
beforeAll(async () => {
  ({ dataSource, url } = await openDatabase());
  const opening = new OpenAccount(accountsUnitOfWork(dataSource, ids), new PlainOwnerPasswords(), ids, clock);
  const opened = await opening.execute(anActor(), { ...aNewAccount(), password: 'correct horse' });
  if (opened.replayed) throw new Error('It is new.');
  accountId = opened.value.id;
  await creation().execute(aNewRequest({ accountId }));
  await pay((await subscribe()).latestPaymentId);
});

const stores = () => paymentsUnitOfWork(dataSource, ids);
const creation = () => new CreatePaymentRequest(stores(), secrets, clock);

async function subscribe(): Promise<Subscription> {
  const creating = new CreateSubscription(stores(), creation(), clock);
  const created = await creating.execute(aNewSubscription({ accountId }));
  if (created.replayed) throw new Error('It is new.');
  return created.value;
}

async function pay(id: PaymentRequestId, moments: SandboxHooks = {}): Promise<void> {
  const processor = new SandboxProcessor(dataSource, moments);
  const faults = new NoFaultPoints();
  const reader = new TypeOrmPaymentRequestReader(dataSource);
  const conclusion = new ConcludeAttempt(stores(), processor, faults, clock);
  const paying = new PayPaymentRequest(stores(), reader, secrets, processor, conclusion, faults, clock);
  expect(await paying.execute(secrets.secretOf(id), aCard())).toMatchObject({
    attempt: { status: 'approved' },
  });
}

/** What is found after some damage, which is then undone. */
async function codesAfter(...damages: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const damage of damages) expect((await client.query(damage)).rowCount).toBeGreaterThan(0);
    const here = { query: async (text: string) => (await client.query(text)).rows as never };
    return brokenIn(await checkRules(here, [...PAYMENT_RULES, ...SUBSCRIPTION_RULES]));
  } finally {
    await client.end();
  }
}

const brokenIn = ({ checks }: BooksAudit): string[] =>
  checks.filter(({ broken }) => broken > 0).map(({ code }) => code);

describe('verifying payment requests and subscriptions', () => {
  it('finds nothing wrong with a request that waits and a subscription that is paid', async () => {
    expect(brokenIn(await verifyBooks(dataSource))).toEqual([]);
  });

  it.each([
    [
      'a request charged by nobody',
      ['charging_wrong', 'attempts_miscounted'],
      `UPDATE payment_requests SET charging = true, attempts = 1 WHERE status = 'pending' AND subscription_id IS NULL`,
    ],
    [
      'a charge that is under way on a paid request',
      ['payment_uncharged', 'charging_wrong'],
      `UPDATE payment_attempts SET status = 'started', ended_at = NULL`,
    ],
    [
      'payment requests that nothing tells of',
      ['payment_event_missing'],
      `DELETE FROM events WHERE subject_kind = 'pay'`,
    ],
    [
      'a payment that is told twice',
      ['payment_event_missing'],
      `INSERT INTO events SELECT account_id, gen_random_uuid(), type, subject_kind, subject_id, data, occurred_at
       FROM events WHERE type = 'payment_request.succeeded'`,
    ],
    [
      'a payment that is told as a failure',
      ['payment_event_missing'],
      `UPDATE events SET type = 'payment_request.failed' WHERE type = 'payment_request.succeeded'`,
    ],
    [
      'an event that tells another amount',
      ['payment_event_contradicts'],
      `UPDATE events SET data = jsonb_set(data, '{amount}', '1') WHERE type = 'payment_request.succeeded'`,
    ],
    [
      'an event that tells no currency',
      ['payment_event_contradicts'],
      `UPDATE events SET data = data - 'currency' WHERE type = 'payment_request.created'`,
    ],
    [
      'a paid period whose subscription does not know it',
      ['paid_period_wrong'],
      `UPDATE subscriptions SET paid_at = NULL, due_at = window_end_at`,
    ],
    [
      'a period that is paid by a bill of another',
      ['latest_request_wrong', 'paid_period_wrong'],
      `UPDATE subscription_bills SET period_number = period_number + 1`,
    ],
    [
      'a subscription that is never billed again',
      ['due_time_wrong'],
      `UPDATE subscriptions SET due_at = 'infinity'`,
    ],
    [
      'a paid subscription that is billed too early',
      ['due_time_wrong'],
      `UPDATE subscriptions SET due_at = period_start_at`,
    ],
    [
      'a subscription whose beginning nothing tells of',
      ['subscription_event_missing'],
      `DELETE FROM events WHERE type = 'subscription.created'`,
    ],
    [
      'an end that is told of a subscription that goes on',
      ['subscription_event_missing'],
      `UPDATE events SET type = 'subscription.canceled' WHERE type = 'subscription.paid'`,
    ],
    [
      'a payment request with another reference than was told',
      ['payment_request_altered'],
      `UPDATE payment_requests SET reference = 'another' WHERE subscription_id IS NULL`,
    ],
    [
      'a payment request with other metadata than was told',
      ['payment_request_altered'],
      `UPDATE payment_requests SET metadata = '{"another":1}' WHERE subscription_id IS NULL`,
    ],
    [
      'a subscription with another reference than was told',
      ['subscription_altered'],
      `UPDATE subscriptions SET reference = 'another'`,
    ],
    [
      'a subscription that was told with another interval',
      ['subscription_event_contradicts'],
      `UPDATE subscriptions SET "interval" = 'day'`,
    ],
  ])('finds %s', async (_, codes, damage) => {
    expect(await codesAfter(damage)).toEqual(codes);
  });

  it('finds nothing any more after a paid period was made known in the way that the pages tell', async () => {
    const page = readFileSync(join(ROOT, 'docs/operating/cli.md'), 'utf8');
    const repair = /```sql\n(UPDATE subscriptions [^]*?)```/.exec(page)?.[1] ?? 'none is told';
    const damage = `UPDATE subscriptions SET paid_at = NULL, due_at = window_end_at`;
    expect(await codesAfter(damage, repair)).toEqual([]);
  });

  it('takes no offence at money that came when the subscription had been canceled', async () => {
    const { id, latestPaymentId } = await subscribe();
    const cancel = new CancelSubscription(new TypeOrmSubscriptionReader(dataSource), stores(), clock);
    const meanwhile = new DuringCharge(async () => {
      expect(brokenIn(await verifyBooks(dataSource))).toEqual([]);
      await cancel.execute(id, accountId);
    });
    await pay(latestPaymentId, { beforeCharge: meanwhile.run });
    await meanwhile.assertPassed();
    expect(brokenIn(await verifyBooks(dataSource))).toEqual([]);
  });
});
