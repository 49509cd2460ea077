import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PERMISSIONS, type OperationName, type Role } from '@florin/identity';
import {
  addVerifyRun,
  connect,
  createDataSource,
  createLogger,
  type Database,
  deleteExpiredSessions,
  deleteExpiredKeys,
  deleteOldMails,
  readMailBacklog,
  deleteExpiredPasswordResets,
  JobRuns,
  SystemClock,
  SystemIds,
  TypeOrmPaymentRequestReader,
  TypeOrmSubscriptionReader,
} from '@florin/infrastructure';
import { type AccountId, idFromUuid, uuidFromId, type WebhookEndpointId } from '@florin/kernel';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { Jobs } from '../../apps/worker/src/jobs.js';
import { parseWorkerSettings } from '../../apps/worker/src/settings.js';
import { JobsModule, workerCore } from '../../apps/worker/src/worker.module.js';
import { addKey, ADMIN, logIn, openAccount, PASSWORD, WITH_ADMIN } from '../support/account-holders.js';
import { PERMISSION_CASES, type CallerContext } from '../support/permission-cases.js';
import { APPROVED, cardOf, openPage, requestPayment, submitCard } from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { ROOT } from '../support/source-tree.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { PRIVATE_ADDRESSES } from '../support/webhooks.js';
import { ALLOWED_PLANS } from './allowed-plans.js';
import { fillDatabase } from './filler-rows.js';
import { LISTS, queriesFor } from './list-queries.js';
import { growingNodes, indexesOf, plansOf } from './plan.js';
import {
  changeRareFields,
  closeAccountWithDependents,
  deleteAdminWithKey,
  readReports,
  resetPassword,
} from './rare-operations.js';
import { reconcileAFile } from './reconciliation-operations.js';
import { recordStatements, type SentStatement } from './statements.js';
import { useWebhooks } from './webhook-operations.js';

const CONCURRENCY = 8;

let database: TestDatabase;
let api: RunningApi;
let sent: ReadonlyMap<string, SentStatement>;
let busyAccount: string;
let busyOwner: string;
let busySubscription: string;
let busyEndpoint: WebhookEndpointId;
let refundedRequest: string;
let someUser: string;
let busyPayment: string;
let admin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const [uuid = ''] = await fillDatabase(database.url, PASSWORD);
  busyAccount = idFromUuid('acct', uuid);
  const [subscription] = await rows<{ id: string }>(
    'SELECT id FROM subscriptions WHERE account_id = $1',
    uuid,
  );
  busySubscription = idFromUuid('sub', subscription!.id);
  const [endpoint] = await rows<{ id: string }>(
    'SELECT endpoint_id AS id FROM webhook_deliveries GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  );
  busyEndpoint = idFromUuid('whe', endpoint!.id);
  const [refund] = await rows<{ payment_id: string }>(
    'SELECT payment_id FROM refunds WHERE account_id = $1',
    uuid,
  );
  refundedRequest = idFromUuid('pay', refund!.payment_id);
  const [user] = await rows<{ id: string }>('SELECT id FROM users WHERE account_id = $1', uuid);
  someUser = idFromUuid('user', user!.id);
  api = await startApi({ databaseUrl: database.url, environment: { ...WITH_ADMIN, ...PRIVATE_ADDRESSES } });
  const [owner] = await rows<{ email: string }>('SELECT email FROM accounts WHERE id = $1', uuid);
  sent = recordStatements();
  admin = (await logIn(api, ADMIN.email, ADMIN.password)).access_token;
  busyOwner = (await logIn(api, owner!.email)).access_token;
  await addKey(api, busyOwner);
  await callEveryOperation('owner');
  await callEveryOperation('admin');
  await callEveryOperation('account_key');
  await refundAPayment();
  await transferMoney();
  await reconcileAFile(api, busyOwner, admin);
  await payByCard();
  await writeToLockedBalance();
  await changeRareFields(api);
  await resetPassword(api);
  await closeAccountWithDependents(api);
  await deleteAdminWithKey(api, admin);
  await queryEveryList();
  await readReports(api, busyOwner);
  await runWorkerJobs();
  // Background writes are flushed at the stop.
  await api.stop();
  jest.restoreAllMocks();
}, 900_000);

afterAll(() => database.drop());

async function rows<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function contextFor(role: Role): Promise<CallerContext> {
  const [own, other] = [await openAccount(api), await openAccount(api)];
  const credentials = role === 'admin' ? ADMIN : { email: own.email, password: PASSWORD };
  const token = role === 'admin' ? admin : role === 'owner' ? own.token : await addKey(api, own.token);
  const sideOf = ({ id, token: ownerToken }: typeof own) => ({ accountId: id, ownerToken });
  return {
    api,
    role,
    token,
    adminToken: admin,
    userId: undefined,
    credentials,
    own: sideOf(own),
    foreign: sideOf(other),
  };
}

const oneLine = ({ text }: SentStatement): string => text.replace(/\s+/g, ' ').trim();

/** Calls each operation that the role may use, once. */
async function callEveryOperation(role: Role): Promise<void> {
  for (const [name, trial] of Object.entries(PERMISSION_CASES)) {
    const { method, path, reach } = PERMISSIONS[name as OperationName];
    if (reach[role] === 'none') continue;
    const context = await contextFor(role);
    const id = (await trial.createTarget?.(context, 'own')) ?? '';
    const options = (await trial.request?.(id, context)) ?? {};
    const { status, text } = await api.request(
      method,
      path.replace(/\{[a-z_]+\}/, id) + (trial.query ?? ''),
      {
        ...options,
        ...(trial.isUnauthenticated !== true && { token: context.token! }),
        ...(method === 'POST' && { headers: { ...options.headers, 'idempotency-key': `${role} ${name}` } }),
      },
    );
    if (status !== trial.success) throw new Error(`${name} returned ${status}: ${text}`);
  }
}

async function refundAPayment(): Promise<void> {
  const create = (change: object) =>
    api.request<{ id: string }>('POST', '/v1/transactions', {
      token: busyOwner,
      body: { account_id: busyAccount, amount: 5, currency: 'USD', ...change },
    });
  const payment = await create({ type: 'payment' });
  await api.request('POST', `/v1/transactions/${payment.body.id}/settle`, { token: admin, body: {} });
  expect((await create({ type: 'refund', refund_of: payment.body.id })).status).toBe(201);
  busyPayment = payment.body.id;
}

async function transferMoney(): Promise<void> {
  const { id: to_account_id } = await openAccount(api);
  const body = { from_account_id: busyAccount, to_account_id, amount: 5, currency: 'USD' };
  for (const settle of [true, false]) {
    const { status } = await api.request('POST', '/v1/transfers', {
      token: admin,
      body: { ...body, settle },
    });
    expect(status).toBe(201);
  }
}

/** With as many lines as a list has, as the owner and as an admin. */
async function payByCard(): Promise<void> {
  const payment = await requestPayment(api, await openAccount(api));
  await openPage(payment.page);
  expect((await submitCard(payment.page, cardOf(APPROVED))).status).toBe(303);
}

async function writeToLockedBalance(): Promise<void> {
  const { id: account_id, token } = await openAccount(api);
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM books WHERE account_id = $1 FOR UPDATE', [
    uuidFromId(account_id as AccountId),
  ]);
  const body = { account_id, type: 'credit', amount: 5, currency: 'USD' };
  const creating = api.request('POST', '/v1/transactions', { token, body });
  await until('the locked balance was skipped', () =>
    [...sent.values()].some(({ name }) => name === 'books_lock_free'),
  );
  await holder.end();
  expect((await creating).status).toBe(201);
}

/** Queries every list as the owner of a busy account and as an admin. */
async function queryEveryList(): Promise<void> {
  for (const { path: template, parameters } of LISTS) {
    const path = template.replace('{payment_id}', refundedRequest);
    for (const [token, headers] of [
      [busyOwner, {}],
      [admin, {}],
      [admin, { 'x-account-id': busyAccount }],
    ] as const) {
      const first = await api.request<{ data?: { id: string }[] }>('GET', path, { token, headers });
      if (first.status !== 200) continue;
      const cursor = first.body.data?.at(-1)?.id ?? '';
      const day = new Date(Date.now() - 40 * 86_400_000).toISOString();
      const samples = {
        page: '3',
        limit: '10',
        search: 'unknown',
        actor: someUser,
        subject: someUser,
        account_id: busyAccount,
        subscription_id: busySubscription,
        reference: 'order 3',
        customer_email: 'customer7@example.com',
        subject_id: busyPayment,
        amount_min: '5',
        amount_max: '7500',
        refund_of: busyPayment,
        starting_after: cursor,
        ending_before: cursor,
        date_from: day,
        date_to: new Date().toISOString(),
        from: day,
        to: new Date().toISOString(),
        created_after: day,
        created_before: new Date().toISOString(),
      };
      const queries = queriesFor(parameters, samples);
      const send = async (query: string): Promise<void> => {
        const { status, text } = await api.request('GET', `${path}?${query}`, { token, headers });
        if (status !== 200) throw new Error(`${path}?${query} returned ${status}: ${text}`);
      };
      while (queries.length > 0) await Promise.all(queries.splice(0, CONCURRENCY).map(send));
    }
  }
}

async function runWorkerJobs(): Promise<void> {
  const mailFolder = mkdtempSync(join(tmpdir(), `florin-test-${process.pid}-`));
  const source = await connect(createDataSource({ url: database.url }));
  const settings = parseWorkerSettings({
    DATABASE_URL: database.url,
    JWT_SECRET: api.settings.jwtSecret,
    SETTLEMENT_DELAY_SECONDS: '0',
    MAIL_URL: pathToFileURL(mailFolder).href,
    PUBLIC_URL: 'https://pay.example.com',
  });
  const core = { settings, database: { source } as Database, logger: createLogger('silent') };
  const context = await NestFactory.createApplicationContext(
    { module: JobsModule, imports: [workerCore(core)] },
    { logger: false },
  );
  for (const job of context.get(Jobs).list) await job.run(() => false);
  await context.close();
  rmSync(mailFolder, { recursive: true });
  // The queries of the next batch.
  const [now, place] = [new SystemClock().now(), { at: new Date(0), id: new SystemIds().next('pay') }];
  await new TypeOrmPaymentRequestReader(source).findDue(now, 100, place);
  await new TypeOrmPaymentRequestReader(source).findOpenAttempts(now, 100, place);
  await new TypeOrmSubscriptionReader(source).findDue(now, 100, place);
  await deleteExpiredKeys(source, 100, place.at);
  await deleteExpiredSessions(source, 100, place.at);
  await deleteExpiredPasswordResets(source, 100, place.at);
  await useWebhooks(source, busyAccount as AccountId, busyEndpoint);
  await readMailBacklog(source);
  await deleteOldMails(source, 100, place.at);
  await storeHealth(source, now);
  await source.destroy();
}

async function storeHealth(source: DataSource, now: Date): Promise<void> {
  const runs = new JobRuns(source, [{ name: 'send-mails', everySeconds: 1 }]);
  runs.record('send-mails', true, now);
  await runs.save();
  await runs.forgetOthers();
  await addVerifyRun(source, { startedAt: now, endedAt: now, rules: 1, findings: 0 });
}

const namedInSources = (): string[] => {
  const folder = join(ROOT, 'libs/infrastructure/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!spec)\.ts$/.test(file),
  );
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/name: '([a-z_]+)',\s+text: `/g)].map(
      ([, name]) => name!,
    ),
  );
};

describe('the statements of the service', () => {
  it('are all recorded: every prepared statement was sent', () => {
    const names = new Set([...sent.values()].map(({ name }) => name));
    expect(namedInSources().length).toBeGreaterThan(10);
    // The routed ones are sent to Citus only.
    expect(namedInSources().filter((name) => !names.has(name) && !name.endsWith('_routed'))).toEqual([]);
    expect(sent.size).toBeGreaterThan(100);
  });

  it.each([
    ['transactions_reference_idx', /FROM transactions WHERE account_id = \$1 AND reference = \$2 ORDER/],
    ['transactions_reference_idx', /FROM transactions WHERE amount > 0 AND reference = \$1 ORDER/],
    [
      'transactions_pkey',
      /transactions WHERE account_id = \$1 AND \(amount \+ 0\) >= \$2 AND amount <= \$3 ORDER/,
    ],
    ['transactions_pkey', /transactions WHERE account_id = \$1 AND \(amount \+ 0\) >= \$2 ORDER/],
    ['transactions_pkey', /transactions WHERE account_id = \$1 AND amount <= \$2 ORDER/],
    [
      'transactions_id_idx',
      /transactions WHERE amount > 0 AND \(amount \+ 0\) >= \$1 AND amount <= \$2 ORDER/,
    ],
    ['payment_requests_reference_idx', /payment_requests WHERE account_id = \$1 AND reference = \$2 ORDER/],
    ['payment_requests_all_reference_idx', /payment_requests WHERE amount > -2 AND reference = \$1 ORDER/],
    [
      'payment_requests_customer_idx',
      /payment_requests WHERE account_id = \$1 AND customer_email = \$2 ORDER/,
    ],
    ['payment_requests_customer_idx', /payment_requests WHERE amount > 0 AND customer_email = \$1 ORDER/],
    [
      'payment_requests_pkey',
      /payment_requests WHERE account_id = \$1 AND created_at > \$2 AND id >= \$3 AND created_at </,
    ],
    [
      'payment_requests_id_idx',
      /payment_requests WHERE amount > 0 AND created_at > \$1 AND id >= \$2 AND created_at </,
    ],
    ['subscriptions_reference_idx', /subscriptions WHERE account_id = \$1 AND reference = \$2 ORDER/],
    ['subscriptions_all_reference_idx', /subscriptions WHERE amount > -2 AND reference = \$1 ORDER/],
    [
      'payment_attempts_pkey',
      /unnest\(\$1::uuid\[\], \$2::uuid\[\]\) AS wanted \(account_id, id\) JOIN payment_attempts/,
    ],
    ['events_subject_idx', /events WHERE account_id = \$1 AND subject_id = \$2 AND subject_kind = \$3 ORDER/],
    ['events_subject_idx', /events WHERE occurred_at > '-infinity' AND subject_id = \$1 AND subject_kind/],
    ['events_type_idx', /FROM events WHERE account_id = \$1 AND type = \$2 ORDER/],
    ['events_type_idx', /FROM events WHERE occurred_at > '-infinity' AND type = \$1 ORDER/],
    ['events_id_idx', /FROM events WHERE occurred_at > '-infinity' ORDER/],
    ['events_pkey', /FROM books LEFT JOIN LATERAL \( SELECT \* FROM events/],
    ['entries_position_idx', /FROM unnest\(\$2::timestamptz\[\]\) WITH ORDINALITY AS border/],
    ['webhook_endpoints_account_idx', /INSERT INTO events .* INSERT INTO webhook_deliveries/],
    ['webhook_endpoints_account_idx', /FROM webhook_endpoints WHERE account_id = \$1 AND id . \$2 ORDER/],
    ['webhook_endpoints_pkey', /FROM webhook_endpoints WHERE id . \$1 ORDER/],
    ['webhook_deliveries_due_idx', /WITH RECURSIVE waiting/],
    ['webhook_deliveries_claimed_idx', /WITH RECURSIVE waiting/],
    ['webhook_deliveries_pkey', /WITH RECURSIVE waiting/],
    ['webhook_deliveries_pkey', /UPDATE webhook_deliveries AS delivery SET claimed_until = NULL/],
    [
      'webhook_deliveries_endpoint_idx',
      /FROM webhook_deliveries WHERE endpoint_id = \$1 AND EXISTS \([^)]*\) ORDER/,
    ],
    [
      'webhook_deliveries_failed_idx',
      /FROM webhook_deliveries WHERE endpoint_id = .* AND status = \$3 ORDER/,
    ],
    ['webhook_deliveries_id_idx', /FROM webhook_deliveries JOIN webhook_endpoints .* failures > -1/],
    ['webhook_deliveries_pkey', /FROM webhook_deliveries JOIN webhook_endpoints .*account_id = \$2/],
    ['webhook_deliveries_due_idx', /WITH RECURSIVE waiting .* DELETE FROM webhook_deliveries/],
    ['webhook_deliveries_created_at_idx', /DELETE FROM webhook_deliveries/],
    ['mails_due_idx', /UPDATE mails SET claimed_until/],
    ['mails_payments_idx', /FROM mails WHERE account_id = \$1 AND kind = 'payment_request' AND due_at/],
    ['mails_created_at_idx', /DELETE FROM mails/],
    ['entries_position_idx', /FROM entries WHERE .* \(posted_at, position\) </],
    ['entries_position_idx', /FROM entries WHERE .* \(posted_at, position\) > .* \(posted_at, position\) <=/],
    ['events_pkey', /WITH matching AS \( SELECT .* WHERE account_id = \$9/],
    ['events_id_idx', /WITH matching AS \( SELECT .* WHERE occurred_at > '-infinity'/],
  ])('read a filtered list through its index: %s for %s', async (index, pattern) => {
    const matching = [...sent.values()].filter((statement) => pattern.test(oneLine(statement)));
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const used = new Set<string>();
    for (const statement of matching)
      for (const plan of await plansOf(client, statement)) for (const name of indexesOf(plan)) used.add(name);
    await client.end();
    expect([...used]).toContain(index);
  });

  it('use an index in the required order, whatever the size of the tables', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const growing: string[] = [];
    for (const statement of sent.values()) {
      const text = oneLine(statement);
      const plans = await plansOf(client, statement);
      const reasons = [...new Set(plans.flatMap(growingNodes))];
      if (reasons.length === 0) continue;
      if (!ALLOWED_PLANS.some(({ statement: pattern }) => pattern.test(text)))
        growing.push(`${reasons.join(', ')}: ${text}`);
    }
    await client.end();
    expect(growing).toEqual([]);
  });

  it('are still sent where an exception allows them to read more', () => {
    const texts = [...sent.values()].map(oneLine);
    expect(ALLOWED_PLANS.filter(({ statement }) => !texts.some((text) => statement.test(text)))).toEqual([]);
  });
});
