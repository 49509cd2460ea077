import { beforeAll, describe, expect, it } from '@jest/globals';
import { OpenAccount } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import type { AccountId, PaymentRequestId } from '@florin/kernel';
import {
  CancelSubscription,
  ConcludeAttempt,
  CreatePaymentRequest,
  CreateSubscription,
  PayPaymentRequest,
  type Subscription,
} from '@florin/payments';
import {
  aCard,
  aNewRequest,
  SequentialIds,
  DuringCharge,
  PlainPageSecrets,
  type ProcessorHooks,
  SteppedClock,
  withHooks,
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
import { SandboxProcessor } from '../payments/sandbox-processor.js';
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

/** One pending request, and one subscription whose request was paid. */
beforeAll(async () => {
  ({ dataSource, url } = await openDatabase());
  const opening = new OpenAccount(accountsUnitOfWork(dataSource, ids), new PlainOwnerPasswords(), ids, clock);
  const opened = await opening.execute(anActor(), { ...aNewAccount(), password: 'correct horse' });
  if (opened.replayed) throw new Error('The request was replayed.');
  accountId = opened.value.id;
  await creation().execute(aNewRequest({ accountId }));
  await pay((await subscribe()).latestPaymentId);
});

const stores = () => paymentsUnitOfWork(dataSource, ids);
const creation = () => new CreatePaymentRequest(stores(), secrets, clock);

async function subscribe(): Promise<Subscription> {
  const creating = new CreateSubscription(stores(), creation(), clock);
  const created = await creating.execute(aNewSubscription({ accountId }));
  if (created.replayed) throw new Error('The request was replayed.');
  return created.value;
}

async function pay(id: PaymentRequestId, hooks: Partial<ProcessorHooks> = {}): Promise<void> {
  const processor = withHooks(new SandboxProcessor(dataSource), hooks);
  const reader = new TypeOrmPaymentRequestReader(dataSource);
  const conclusion = new ConcludeAttempt(stores(), processor, clock);
  const paying = new PayPaymentRequest(stores(), reader, secrets, processor, conclusion, clock);
  expect(await paying.execute(secrets.secretOf(id), aCard())).toMatchObject({
    attempt: { status: 'approved' },
  });
}

/** The codes of broken rules after the damage, which is rolled back. */
async function codesAfter(...damages: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const damage of damages) expect((await client.query(damage)).rowCount).toBeGreaterThan(0);
    const snapshot = { query: async (text: string) => (await client.query(text)).rows as never };
    return brokenIn(await checkRules(snapshot, [...PAYMENT_RULES, ...SUBSCRIPTION_RULES]));
  } finally {
    await client.end();
  }
}

const brokenIn = ({ checks }: BooksAudit): string[] =>
  checks.filter(({ broken }) => broken > 0).map(({ code }) => code);

describe('verifying payment requests and subscriptions', () => {
  it('finds nothing wrong with a pending request and a paid subscription', async () => {
    expect(brokenIn(await verifyBooks(dataSource))).toEqual([]);
  });

  it.each([
    [
      'a request marked as charging without an attempt',
      ['charging_wrong', 'attempts_miscounted'],
      `UPDATE payment_requests SET charging = true, attempts = 1 WHERE status = 'pending' AND subscription_id IS NULL`,
    ],
    [
      'an open attempt of a paid request',
      ['payment_uncharged', 'charging_wrong'],
      `UPDATE payment_attempts SET status = 'started', ended_at = NULL`,
    ],
    [
      'payment requests without events',
      ['payment_event_missing'],
      `DELETE FROM events WHERE subject_kind = 'pay'`,
    ],
    [
      'two succeeded events of a payment request',
      ['payment_event_missing'],
      `INSERT INTO events SELECT account_id, gen_random_uuid(), type, subject_kind, subject_id, data, occurred_at
       FROM events WHERE type = 'payment_request.succeeded'`,
    ],
    [
      'a failed event of a paid request',
      ['payment_event_missing'],
      `UPDATE events SET type = 'payment_request.failed' WHERE type = 'payment_request.succeeded'`,
    ],
    [
      'an event with another amount',
      ['payment_event_contradicts'],
      `UPDATE events SET data = jsonb_set(data, '{amount}', '1') WHERE type = 'payment_request.succeeded'`,
    ],
    [
      'an event without a currency',
      ['payment_event_contradicts'],
      `UPDATE events SET data = data - 'currency' WHERE type = 'payment_request.created'`,
    ],
    [
      'a paid period that is not marked as paid',
      ['paid_period_wrong'],
      `UPDATE subscriptions SET paid_at = NULL, due_at = window_end_at`,
    ],
    [
      'a paid period whose bill belongs to another period',
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
      'a subscription without a created event',
      ['subscription_event_missing'],
      `DELETE FROM events WHERE type = 'subscription.created'`,
    ],
    [
      'a canceled event of an active subscription',
      ['subscription_event_missing'],
      `UPDATE events SET type = 'subscription.canceled' WHERE type = 'subscription.paid'`,
    ],
    [
      'a payment request with another reference than its newest event',
      ['payment_request_altered'],
      `UPDATE payment_requests SET reference = 'another' WHERE subscription_id IS NULL`,
    ],
    [
      'a payment request with other metadata than its newest event',
      ['payment_request_altered'],
      `UPDATE payment_requests SET metadata = '{"another":1}' WHERE subscription_id IS NULL`,
    ],
    [
      'a subscription with another reference than its newest event',
      ['subscription_altered'],
      `UPDATE subscriptions SET reference = 'another'`,
    ],
    [
      'a subscription with another interval than its created event',
      ['subscription_event_contradicts'],
      `UPDATE subscriptions SET "interval" = 'day'`,
    ],
  ])('finds %s', async (_, codes, damage) => {
    expect(await codesAfter(damage)).toEqual(codes);
  });

  it('finds nothing after an unmarked paid period was repaired as documented', async () => {
    const page = readFileSync(join(ROOT, 'docs/operating/cli.md'), 'utf8');
    const repair = /```sql\n(UPDATE subscriptions [^]*?)```/.exec(page)?.[1] ?? 'no repair documented';
    const damage = `UPDATE subscriptions SET paid_at = NULL, due_at = window_end_at`;
    expect(await codesAfter(damage, repair)).toEqual([]);
  });

  it('accepts a payment that arrives after the subscription was canceled', async () => {
    const { id, latestPaymentId } = await subscribe();
    const cancel = new CancelSubscription(new TypeOrmSubscriptionReader(dataSource), stores(), clock);
    const duringCharge = new DuringCharge(async () => {
      expect(brokenIn(await verifyBooks(dataSource))).toEqual([]);
      await cancel.execute(id, accountId);
    });
    await pay(latestPaymentId, { beforeCharge: duringCharge.run });
    await duringCharge.assertPassed();
    expect(brokenIn(await verifyBooks(dataSource))).toEqual([]);
  });
});
