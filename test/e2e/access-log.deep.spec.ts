import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { logInAdmin, openAccount, type Holder, WITH_ADMIN } from '../support/account-holders.js';
import { cardOf, DECLINED, openPage, requestPayment, submitCard } from '../support/payments.js';
import { type RequestOptions, type RunningApi, startApi } from '../support/running-api.js';
import { until } from '../support/until.js';

let api: RunningApi;
let owner: Holder;
let admin: string;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  owner = await openAccount(api);
  admin = await logInAdmin(api);
});
afterAll(() => api.stop());

let requestCount = 0;

/** Sends a request. Returns the id in the response, and the log line of the request. */
async function logged(method: string, path: string, options: RequestOptions): Promise<[string, object]> {
  const name = `line-${++requestCount}`;
  const headers = { ...options.headers, 'x-request-id': name };
  const { body } = await api.request<{ id?: string }>(method, path, { ...options, headers });
  return [body.id ?? '', lineOf(name)];
}

const lineOf = (name: string): object =>
  JSON.parse(
    api.logs.findLast((line) => line.includes(`"${name}"`) && line.includes('"ms"')) ?? '{}',
  ) as object;

const credit = () => ({ account_id: owner.id, type: 'credit', amount: 100, currency: 'USD' });

describe('the access log', () => {
  it('names the caller who created a transaction, and the one who canceled it', async () => {
    const [id, created] = await logged('POST', '/v1/transactions', { token: owner.token, body: credit() });
    expect(id).toMatch(/^txn_/);
    expect(created).toMatchObject({ status: 201, subject: id, principal: expect.stringMatching(/^user_/) });
    const [, ended] = await logged('DELETE', `/v1/transactions/${id}`, { token: owner.token });
    expect(ended).toMatchObject({ status: 200, subject: id, principal: expect.stringMatching(/^user_/) });
  });

  it('names the replayed resource of a retry with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'twice' };
    const options = { token: owner.token, headers, body: credit() };
    const [id] = await logged('POST', '/v1/transactions', options);
    expect((await logged('POST', '/v1/transactions', options))[1]).toMatchObject({ subject: id });
  });

  it('names the payment of a customer’s requests, without the secret in the page’s URL', async () => {
    const { id, page } = await requestPayment(api, owner);
    await openPage(page, { 'x-request-id': 'looked' });
    expect(lineOf('looked')).toMatchObject({ status: 200, route: '/pay/:secret', subject: id });
    await submitCard(page, cardOf(DECLINED), { 'x-request-id': 'tried' });
    expect(lineOf('tried')).toMatchObject({ status: 303, subject: id });
    await submitCard(page, cardOf('1'), { 'x-request-id': 'mistyped' });
    expect(lineOf('mistyped')).toMatchObject({ status: 422, subject: id });
    await openPage(`${page}x`, { 'x-request-id': 'strayed' });
    expect(lineOf('strayed')).not.toHaveProperty('subject');
  });

  it('names the account that an admin acted for', async () => {
    const headers = { 'x-account-id': owner.id };
    const [, read] = await logged('GET', '/v1/account', { token: admin, headers });
    expect(read).toMatchObject({ account: owner.id });
    expect(read).not.toHaveProperty('subject');
  });

  it('contains unknown ids, but nothing that is not an id, because it may be a misplaced secret', async () => {
    const unknown = 'txn_01k9zxv3s8e7qv5m2c4w6y8h0j';
    const [, refused] = await logged('GET', `/v1/transactions/${unknown}`, { token: owner.token });
    expect(refused).toMatchObject({ status: 404, subject: unknown });
    const headers = { 'x-account-id': 'flk_secret' };
    const [, misplaced] = await logged('GET', '/v1/transactions/flk_secret', { token: owner.token, headers });
    expect(misplaced).not.toHaveProperty('subject');
    expect(misplaced).not.toHaveProperty('account');
    expect(api.logs.filter((line) => line.includes('flk_secret'))).toEqual([]);
  });
});

describe('the log line of a request whose client disconnected', () => {
  const metrics = async (): Promise<string> => (await api.request('GET', '/metrics')).text;
  const createdSoFar = async (): Promise<number> =>
    Number(/_count\{.*POST.*"\/v1\/transactions".*201.*\} (\d+)/.exec(await metrics())?.[1] ?? 0);

  /** Creates a transaction while the balance is locked, and disconnects before it gets the lock. */
  async function createAndDisconnect(name: string): Promise<void> {
    const other = new pg.Client({ connectionString: api.databaseUrl });
    await other.connect();
    await other.query('BEGIN; SELECT 1 FROM books FOR UPDATE');
    const caller = new AbortController();
    const creating = fetch(`${api.url}/v1/transactions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
        'x-request-id': name,
      },
      body: JSON.stringify(credit()),
      signal: caller.signal,
    });
    await until('the request is in flight', async () =>
      (await metrics()).includes('http_requests_in_flight 2\n'),
    );
    caller.abort();
    await expect(creating).rejects.toThrow('aborted');
    await until('the disconnect is noticed', async () =>
      (await metrics()).includes('http_requests_in_flight 1\n'),
    );
    await other.query('ROLLBACK');
    await other.end();
  }

  it('contains the outcome and the disconnect, and the request is counted', async () => {
    const before = await createdSoFar();
    await createAndDisconnect('impatient');
    await until('the request is counted', async () => (await createdSoFar()) === before + 1, 10_000);
    expect(api.logs.filter((line) => line.includes('"impatient"'))).toHaveLength(1);
    expect(lineOf('impatient')).toMatchObject({
      status: 201,
      subject: expect.stringMatching(/^txn_/),
      principal: expect.stringMatching(/^user_/),
      aborted: true,
    });
  });

  it('of an incomplete request has status 400, not a database error', async () => {
    const { port } = new URL(api.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = 'POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: cut-short';
    socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"email`);
    await until('the request is in flight', async () =>
      (await metrics()).includes('http_requests_in_flight 2\n'),
    );
    socket.destroy();
    await until('the request is logged', () => api.logs.some((line) => line.includes('"cut-short"')), 10_000);
    expect(lineOf('cut-short')).toMatchObject({ status: 400, refused: 'invalid_request', aborted: true });
    expect(api.logs.filter((line) => line.includes('"cut-short"'))).toHaveLength(1);
  });
});
