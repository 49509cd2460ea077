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

let drawn = 0;

/** Sends a request and answers what it made or named, and its line in the log. */
async function logged(method: string, path: string, options: RequestOptions): Promise<[string, object]> {
  const name = `line-${++drawn}`;
  const headers = { ...options.headers, 'x-request-id': name };
  const { body } = await api.request<{ id?: string }>(method, path, { ...options, headers });
  return [body.id ?? '', lineOf(name)];
}

const lineOf = (name: string): object =>
  JSON.parse(api.logs.findLast((one) => one.includes(`"${name}"`) && one.includes('"ms"')) ?? '{}') as object;

const credit = () => ({ account_id: owner.id, type: 'credit', amount: 100, currency: 'USD' });

describe('whoever asks later who did it', () => {
  it('finds in the log who made a thing, and who ended it', async () => {
    const [id, made] = await logged('POST', '/v1/transactions', { token: owner.token, body: credit() });
    expect(id).toMatch(/^txn_/);
    expect(made).toMatchObject({ status: 201, subject: id, principal: expect.stringMatching(/^user_/) });
    const [, ended] = await logged('DELETE', `/v1/transactions/${id}`, { token: owner.token });
    expect(ended).toMatchObject({ status: 200, subject: id, principal: expect.stringMatching(/^user_/) });
  });

  it('finds the thing that a repeated request got again, as its answer names it', async () => {
    const headers = { 'idempotency-key': 'twice' };
    const options = { token: owner.token, headers, body: credit() };
    const [id] = await logged('POST', '/v1/transactions', options);
    expect((await logged('POST', '/v1/transactions', options))[1]).toMatchObject({ subject: id });
  });

  it('finds what a customer saw and tried, without the address of the page', async () => {
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

  it('finds the account that an admin acted for', async () => {
    const headers = { 'x-account-id': owner.id };
    const [, read] = await logged('GET', '/v1/account', { token: admin, headers });
    expect(read).toMatchObject({ account: owner.id });
    expect(read).not.toHaveProperty('subject');
  });

  it('finds an id that was refused, and nothing that is no id: it may be a secret in the wrong place', async () => {
    const unknown = 'txn_01k9zxv3s8e7qv5m2c4w6y8h0j';
    const [, refused] = await logged('GET', `/v1/transactions/${unknown}`, { token: owner.token });
    expect(refused).toMatchObject({ status: 404, subject: unknown });
    const headers = { 'x-account-id': 'flk_secret' };
    const [, odd] = await logged('GET', '/v1/transactions/flk_secret', { token: owner.token, headers });
    expect(odd).not.toHaveProperty('subject');
    expect(odd).not.toHaveProperty('account');
    expect(api.logs.filter((line) => line.includes('flk_secret'))).toEqual([]);
  });
});

describe('whoever looks for a request whose caller did not wait', () => {
  const metrics = async (): Promise<string> => (await api.request('GET', '/metrics')).text;
  const madeSoFar = async (): Promise<number> =>
    Number(/_count\{.*POST.*"\/v1\/transactions".*201.*\} (\d+)/.exec(await metrics())?.[1] ?? 0);

  /** Makes a transaction while somebody else has the book, and has hung up when it gets its turn. */
  async function makeAndHangUp(name: string): Promise<void> {
    const other = new pg.Client({ connectionString: api.databaseUrl });
    await other.connect();
    await other.query('BEGIN; SELECT 1 FROM books FOR UPDATE');
    const caller = new AbortController();
    const asked = fetch(`${api.url}/v1/transactions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
        'x-request-id': name,
      },
      body: JSON.stringify(credit()),
      signal: caller.signal,
    });
    await until('it is in flight', async () => (await metrics()).includes('http_requests_in_flight 2\n'));
    caller.abort();
    await expect(asked).rejects.toThrow('aborted');
    await until('its caller is gone', async () => (await metrics()).includes('http_requests_in_flight 1\n'));
    await other.query('ROLLBACK');
    await other.end();
  }

  it('finds in the log what became of it, and that nobody was told; and it is counted', async () => {
    const before = await madeSoFar();
    await makeAndHangUp('impatient');
    await until('it is counted', async () => (await madeSoFar()) === before + 1, 10_000);
    expect(api.logs.filter((line) => line.includes('"impatient"'))).toHaveLength(1);
    expect(lineOf('impatient')).toMatchObject({
      status: 201,
      subject: expect.stringMatching(/^txn_/),
      principal: expect.stringMatching(/^user_/),
      hungUp: true,
    });
  });

  it('finds one that broke off as the fault of its caller, and not of the database', async () => {
    const { port } = new URL(api.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = 'POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: cut-short';
    socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"email`);
    await until('it has come', async () => (await metrics()).includes('http_requests_in_flight 2\n'));
    socket.destroy();
    await until('there is a line', () => api.logs.some((line) => line.includes('"cut-short"')), 10_000);
    expect(lineOf('cut-short')).toMatchObject({ status: 400, refused: 'invalid_request', hungUp: true });
    expect(api.logs.filter((line) => line.includes('"cut-short"'))).toHaveLength(1);
  });
});
