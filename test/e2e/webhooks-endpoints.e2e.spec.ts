import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  addKey,
  addUser,
  expectRefusal,
  expectStatus,
  type Holder,
  logInAdmin,
  openAccount,
  outcomeOf,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { type Fields, type RequestOptions, type RunningApi, startApi } from '../support/running-api.js';
import { dumpDatabase } from '../support/secret-tracker.js';

const PATH = '/v1/webhook_endpoints';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown as string;
const SECRET = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as unknown as string;
const UNKNOWN_ACCOUNT = 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j';
const UNKNOWN_ENDPOINT = 'whe_01k9zxv3s8e7qv5m2c4w6y8h0j';

let api: RunningApi;
let admin: string;
let owner: Holder;

beforeAll(async () => {
  api = await startApi({ environment: { ...WITH_ADMIN, LOG_LEVEL: 'trace' } });
  admin = await logInAdmin(api);
});
beforeEach(async () => {
  owner = await openAccount(api);
});
afterAll(() => api.stop());

const anEndpoint = (changes: object = {}) => ({
  url: 'https://shop.example.com/webhooks',
  events: ['*'],
  ...changes,
});
const create = (changes: object = {}, options: RequestOptions = {}) =>
  api.request('POST', PATH, { token: owner.token, body: anEndpoint(changes), ...options });
const created = async (changes: object = {}, options: RequestOptions = {}) =>
  expectStatus(await create(changes, options), 201).body as Fields & { id: string; secret: string };
const get = (path: string, token = owner.token, headers = {}) => api.request('GET', path, { token, headers });
const update = (id: string, body: unknown, token = owner.token) =>
  api.request('PATCH', `${PATH}/${id}`, { token, body });
const remove = (id: string, token = owner.token) => api.request('DELETE', `${PATH}/${id}`, { token });
const idsIn = ({ body }: { body: Fields }) => (body['data'] as { id: string }[]).map(({ id }) => id);

describe('POST /v1/webhook_endpoints', () => {
  it('creates an endpoint of the account of the owner or the key, with its secret', async () => {
    const expected = {
      id: expect.stringMatching(/^whe_[0-9a-z]{26}$/),
      account_id: owner.id,
      url: 'https://shop.example.com/webhooks',
      events: ['transaction.created', 'webhook_endpoint.disabled'],
      description: 'Web shop',
      status: 'enabled',
      secret: SECRET,
      created_at: INSTANT,
      updated_at: INSTANT,
    };
    const events = ['transaction.created', 'webhook_endpoint.disabled', 'transaction.created'];
    const body = { events, description: 'Web shop' };
    expect(await created(body)).toEqual(expected);
    expect(await created({ ...body, account_id: owner.id })).toEqual(expected);
    expect(await created(body, { token: await addKey(api, owner.token) })).toEqual(expected);
  });

  it('creates an endpoint of the named account, or of none, for admins and platform keys', async () => {
    const headers = { 'x-account-id': owner.id };
    for (const token of [admin, await addKey(api, admin)]) {
      expect((await created({ account_id: owner.id }, { token })).account_id).toBe(owner.id);
      expect((await created({}, { token, headers })).account_id).toBe(owner.id);
      const { id, account_id } = await created({}, { token });
      expect(account_id).toBeNull();
      expect((await remove(id, token)).status).toBe(200);
    }
  });

  it('refuses an account that is foreign, unknown or closed', async () => {
    const other = await openAccount(api);
    for (const account_id of [other.id, UNKNOWN_ACCOUNT, 'nothing'])
      expectRefusal(await create({ account_id }), 404, 'not_found');
    const headers = { 'x-account-id': other.id };
    expectRefusal(await create({}, { headers }), 404, 'not_found');
    expectRefusal(await create({ account_id: owner.id }, { token: admin, headers }), 404, 'not_found');
    expectRefusal(await create({ account_id: UNKNOWN_ACCOUNT }, { token: admin }), 404, 'not_found');
    expectStatus(await api.request('DELETE', '/v1/account', { token: other.token }), 200);
    expectRefusal(await create({ account_id: other.id }, { token: admin }), 404, 'not_found');
    expect(idsIn(await get(PATH))).toEqual([]);
  });

  it.each([
    ['no url', { url: undefined }],
    ['no URL', { url: 'shop.example.com' }],
    ['http', { url: 'http://shop.example.com/' }],
    ['another scheme', { url: 'ftp://shop.example.com/' }],
    ['credentials', { url: 'https://ada:secret@shop.example.com/' }],
    ['a fragment', { url: 'https://shop.example.com/#top' }],
    ['a control character', { url: 'https://shop.example.com/\n' }],
    ['a long url', { url: `https://shop.example.com/${'x'.repeat(2_048)}` }],
    ['loopback', { url: 'https://127.0.0.1/' }],
    ['loopback as a number', { url: 'https://2130706433/' }],
    ['a name of this machine', { url: 'https://localhost/' }],
    ['a mapped address', { url: 'https://[::ffff:10.0.0.1]/' }],
    ['the metadata service', { url: 'https://169.254.169.254/latest' }],
    ['no events', { events: [] }],
    ['text as events', { events: '*' }],
    ['an unknown type', { events: ['transaction.created', 'transaction.exploded'] }],
    ['the type of tests', { events: ['webhook_endpoint.test'] }],
    ['* and a type', { events: ['*', 'transaction.created'] }],
    ['* twice', { events: ['*', '*'] }],
    ['too many events', { events: Array.from({ length: 101 }, () => 'transaction.created') }],
    ['a nested list', { events: [['*']] }],
    ['an empty description', { description: '' }],
    ['a long description', { description: 'x'.repeat(501) }],
    ['a number as account', { account_id: 7 }],
    ['a status', { status: 'disabled' }],
    ['a secret', { secret: 'whsec_x' }],
  ])('rejects %s', async (_, changes) => {
    expectRefusal(await create(changes), 400, 'invalid_request');
    expect(idsIn(await get(PATH))).toEqual([]);
  });

  it('says what is wrong with the events', async () => {
    const messageFor = async (events: unknown) => (await create({ events })).body['message'];
    expect(await messageFor(['transaction.created', 'x'])).toBe(
      'events must be a list of event types, but [1] is not an event type.',
    );
    expect(await messageFor(['transaction.created', '*'])).toBe(
      'events must be a list of event types, but [1] is *, which must be alone.',
    );
  });

  it('permits 16 endpoints of an account, also with parallel requests', async () => {
    const responses = await Promise.all(Array.from({ length: 24 }, () => create()));
    const outcomes = responses.map(outcomeOf).sort();
    expect(outcomes).toEqual([
      ...Array.from({ length: 16 }, () => '201'),
      ...Array.from({ length: 8 }, () => '409 conflict'),
    ]);
    const ids = idsIn(await get(`${PATH}?limit=100`));
    expect(ids).toHaveLength(16);
    await remove(ids[0]!);
    expect((await create()).status).toBe(201);
  });

  it('returns the same secret for a repeated Idempotency-Key, and creates one endpoint', async () => {
    const headers = { 'idempotency-key': 'an endpoint' };
    const first = await create({}, { headers });
    const again = await create({}, { headers });
    expect(first.body).toMatchObject({ secret: SECRET });
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
    expectRefusal(await create({ events: ['account.updated'] }, { headers }), 422, 'idempotency_mismatch');
    expect(idsIn(await get(PATH))).toEqual([first.body['id']]);
  });
});

describe('the secret', () => {
  it('is shown once, and neither stored in plain text nor logged', async () => {
    const headers = { 'idempotency-key': 'a secret' };
    const { id, secret } = await created({}, { headers });
    const { body: rotated } = await api.request('POST', `${PATH}/${id}/rotate_secret`, {
      token: owner.token,
    });
    const responses = [
      await get(PATH),
      await get(`${PATH}/${id}`),
      await update(id, { description: 'x' }),
      await get('/v1/events'),
      await remove(id),
    ];
    for (const { text } of responses) expect(text).not.toContain('secret"');
    const stored = [...(await dumpDatabase(api.databaseUrl)), ...api.logs];
    expect(stored.filter((line) => line.includes(id)).length).toBeGreaterThan(0);
    for (const text of [secret, String(rotated['secret'])]) {
      const key = Buffer.from(text.slice('whsec_'.length), 'base64');
      expect(key).toHaveLength(32);
      const forms = [text.slice('whsec_'.length), key.toString('base64url'), key.toString('hex')];
      expect(stored.filter((line) => forms.some((form) => line.includes(form)))).toEqual([]);
    }
  });

  it('changes with each rotation', async () => {
    const { id, secret, ...endpoint } = await created();
    const rotate = () => api.request('POST', `${PATH}/${id}/rotate_secret`, { token: owner.token });
    const first = expectStatus(await rotate(), 200).body;
    const second = expectStatus(await rotate(), 200).body;
    expect(first).toEqual({ ...endpoint, id, secret: SECRET, updated_at: INSTANT });
    expect(new Set([secret, first['secret'], second['secret']]).size).toBe(3);
  });
});

describe('GET, PATCH and DELETE /v1/webhook_endpoints/{endpoint_id}', () => {
  it('list and retrieve endpoints, newest first', async () => {
    const endpoints = [await created(), await created({ events: ['account.updated'] }), await created()];
    const [first, second, third] = endpoints.map(({ secret: _, ...rest }) => rest);
    expect((await get(PATH)).body).toEqual({
      object: 'list',
      data: [third, second, first],
      has_more: false,
    });
    expect((await get(`${PATH}/${second!.id}`)).body).toEqual(second);
    const page = (query: string) => get(`${PATH}?limit=1&${query}`);
    expect((await page(`starting_after=${third!.id}`)).body).toMatchObject({
      data: [second],
      has_more: true,
    });
    expect((await page(`ending_before=${first!.id}`)).body).toMatchObject({ data: [second], has_more: true });
    expectRefusal(await page('starting_after=txn_1'), 400, 'invalid_request');
    expectRefusal(await page('status=enabled'), 400, 'invalid_request');
  });

  it('change the fields that are sent, and only these', async () => {
    const { id, secret: _, ...endpoint } = await created({ description: 'Web shop' });
    const changes = { url: 'https://other.example.com/', events: ['account.updated'], status: 'disabled' };
    const updated = { ...endpoint, id, updated_at: INSTANT };
    expect((await update(id, {})).body).toEqual(updated);
    expect((await update(id, changes)).body).toEqual({ ...updated, ...changes });
    expect((await update(id, { description: null })).body).toEqual({
      ...updated,
      ...changes,
      description: null,
    });
    expect((await update(id, { status: 'enabled', events: ['*'] })).body).toMatchObject({
      status: 'enabled',
      events: ['*'],
      url: changes.url,
    });
    expect((await get(`${PATH}/${id}`)).body).toMatchObject({ status: 'enabled', description: null });
  });

  it.each([
    { url: null },
    { events: null },
    { status: null },
    { status: 'paused' },
    { url: 'https://10.0.0.1/' },
    { events: ['x'] },
    { description: 7 },
    { account_id: UNKNOWN_ACCOUNT },
    { secret: 'whsec_x' },
  ])('refuse the change %j', async (body) => {
    const { id, secret: _, ...endpoint } = await created();
    expectRefusal(await update(id, body), 400, 'invalid_request');
    expect((await get(`${PATH}/${id}`)).body).toEqual({ id, ...endpoint });
  });

  it('delete an endpoint', async () => {
    const { id } = await created();
    expect((await remove(id)).body).toEqual({ id, message: expect.any(String) });
    for (const response of [await get(`${PATH}/${id}`), await remove(id), await update(id, {})])
      expectRefusal(response, 404, 'not_found');
    expect(idsIn(await get(PATH))).toEqual([]);
  });
});

describe('the endpoints of others', () => {
  const operationsOn = (id: string, token: string) =>
    [
      ['GET', `${PATH}/${id}`],
      ['PATCH', `${PATH}/${id}`],
      ['POST', `${PATH}/${id}/rotate_secret`],
      ['POST', `${PATH}/${id}/test`],
      ['POST', `${PATH}/${id}/replay`],
      ['GET', `${PATH}/${id}/deliveries`],
      ['DELETE', `${PATH}/${id}`],
    ].map(([method, path]) =>
      api.request(method!, path!, {
        token,
        ...(path!.endsWith('replay') && { body: { from: '2026-01-31' } }),
      }),
    );

  it('do not exist for an owner, also those without an account', async () => {
    const other = await openAccount(api);
    const foreign = await created({}, { token: other.token });
    const shared = await created({}, { token: admin });
    for (const id of [foreign.id, shared.id, UNKNOWN_ENDPOINT, owner.id, 'nothing'])
      for (const response of await Promise.all(operationsOn(id, owner.token)))
        expectRefusal(response, 404, 'not_found');
    expect(idsIn(await get(PATH))).toEqual([]);
    expect(idsIn(await get(PATH, other.token))).toEqual([foreign.id]);
    expect((await get(`${PATH}/${shared.id}`, admin)).body).toMatchObject({ account_id: null });
    await remove(shared.id, admin);
  });

  it('are visible to admins, all of them or those of one account', async () => {
    const [own, shared] = [await created(), await created({}, { token: admin })];
    expect(idsIn(await get(`${PATH}?limit=2`, admin))).toEqual([shared.id, own.id]);
    expect(idsIn(await get(PATH, admin, { 'x-account-id': owner.id }))).toEqual([own.id]);
    const acting = { 'x-account-id': owner.id };
    expectRefusal(await get(`${PATH}/${shared.id}`, admin, acting), 404, 'not_found');
    expect((await get(`${PATH}/${own.id}`, admin, acting)).status).toBe(200);
    expectRefusal(await get(PATH, admin, { 'x-account-id': UNKNOWN_ACCOUNT }), 404, 'not_found');
    expect((await remove(shared.id, admin)).status).toBe(200);
  });

  it('can be read by members, and not changed by them or by other users', async () => {
    const { id } = await created();
    const member = await addUser(api, owner.token);
    const user = await addUser(api);
    expect((await get(`${PATH}/${id}`, member.token)).status).toBe(200);
    expect(idsIn(await get(PATH, member.token))).toEqual([id]);
    expect((await get(`${PATH}/${id}/deliveries`, member.token)).status).toBe(200);
    for (const response of (await Promise.all(operationsOn(id, member.token))).filter(
      (_, index) => index !== 0 && index !== 5,
    ))
      expectRefusal(response, 403, 'forbidden');
    expectRefusal(await create({}, { token: member.token }), 403, 'forbidden');
    for (const response of await Promise.all(operationsOn(id, user.token)))
      expectRefusal(response, 403, 'forbidden');
    expectRefusal(await api.request('GET', PATH), 401, 'unauthorized');
  });
});
