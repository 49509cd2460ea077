import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import {
  addKey,
  addUser,
  expectRefusal,
  logIn,
  openAccount,
  WITH_ADMIN,
} from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let genuine: { access_token: string; refresh_token: string };
let ended: string;
let userId: string;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  const { id, email } = await addUser(api);
  userId = id;
  genuine = await logIn(api, email);
  ended = (await logIn(api, email)).access_token;
  await api.request('DELETE', '/v1/auth/session', { token: ended });
});
afterAll(() => api.stop());

interface Forgery {
  readonly claims?: (claims: Record<string, unknown>) => Record<string, unknown>;
  readonly header?: object;
  readonly algorithm?: jwt.Algorithm;
  readonly secret?: string;
}

/** A token as the service signs it, with one difference. */
function forged({
  claims = (same) => same,
  header = {},
  algorithm = 'HS256',
  secret = api.settings.jwtSecret,
}: Forgery): string {
  const { payload, header: original } = jwt.decode(genuine.access_token, { complete: true })!;
  const changed = claims({ ...(payload as object) });
  return jwt.sign(changed, algorithm === 'none' ? '' : secret, {
    algorithm,
    noTimestamp: true,
    header: { ...original, ...header, alg: algorithm },
  });
}

const without = (name: string) => (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
const withClaim = (name: string, value: unknown) => (claims: Record<string, unknown>) => ({
  ...claims,
  [name]: value,
});
const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow;

const ATTACKER_SECRET = 'a secret of the forger’s own, long enough too';
const embeddedKey = () => ({ jwk: { kty: 'oct', k: Buffer.from(ATTACKER_SECRET).toString('base64url') } });

const FORGERIES: readonly [string, () => string][] = [
  ['not signed', () => forged({ algorithm: 'none' })],
  ['signed with HS512', () => forged({ algorithm: 'HS512' })],
  ['signed with another secret', () => forged({ secret: 'another secret that is long enough, too' })],
  ['signed with a key in its header (jwk)', () => forged({ secret: ATTACKER_SECRET, header: embeddedKey() })],
  [
    'signed with a key at a URL in its header (jku, x5u)',
    () =>
      forged({ secret: ATTACKER_SECRET, header: { jku: `${api.url}/openapi.json`, x5u: `${api.url}/docs` } }),
  ],
  [
    'signed with a key named in its header (kid)',
    () => forged({ secret: ATTACKER_SECRET, header: { kid: '../../package.json' } }),
  ],
  ['without an expiry', () => forged({ claims: without('exp') })],
  ['that has expired', () => forged({ claims: withClaim('exp', seconds(-1)) })],
  ['that is not valid yet', () => forged({ claims: withClaim('nbf', seconds(600)) })],
  ['of another issuer', () => forged({ claims: withClaim('iss', 'another') })],
  ['for another audience', () => forged({ claims: withClaim('aud', 'another') })],
  ['of another type', () => forged({ claims: withClaim('typ', 'refresh') })],
  ['of another type in its header', () => forged({ header: { typ: 'JWT' } })],
  ['with a flipped bit', () => flippedIn(genuine.access_token)],
  ['that is a refresh token', () => genuine.refresh_token],
  ['of a session that has ended', () => ended],
  ['of an unknown session', () => forged({ claims: withClaim('sid', 'sess_01k9zxv3s8e7qv5m2c4w6y8h0j') })],
  [
    'of another user’s session',
    () => forged({ claims: withClaim('sub', 'user_01k9zxv3s8e7qv5m2c4w6y8h0j') }),
  ],
  ['without a user', () => forged({ claims: without('sub') })],
];

/** Changes the middle of the signature: the last character has unused bits. */
function flippedIn(token: string): string {
  const position = token.length - 20;
  return token.slice(0, position) + (token[position] === 'A' ? 'B' : 'A') + token.slice(position + 1);
}

describe('WWW-Authenticate', () => {
  const challengeOf = async (method: string, path: string, token?: string, body?: object) => {
    const options = { ...(token !== undefined && { token }), ...(body !== undefined && { body }) };
    const response = await api.request(method, path, options);
    expectRefusal(response, 401, 'unauthorized');
    return [response.headers.get('www-authenticate'), response.body.message];
  };

  it('distinguishes an invalid token from a missing one', async () => {
    const message = 'A valid access token or API key is required.';
    expect(await challengeOf('GET', '/v1/account')).toEqual(['Bearer', message]);
    for (const token of ['nonsense', ended, 'flk_unknown'])
      expect(await challengeOf('GET', '/v1/account', token)).toEqual([
        'Bearer error="invalid_token"',
        message,
      ]);
  });

  it('distinguishes a missing permission from an invalid token', async () => {
    const { token: owner } = await openAccount(api);
    const member = await addUser(api, owner);
    const key = await addKey(api, owner);
    const refused = [
      await challengeOf('PATCH', '/v1/account', member.token, { name: 'New' }),
      await challengeOf('DELETE', '/v1/auth/session', key),
      await challengeOf('POST', '/v1/users', key, { email: 'x@example.com', password: 'correct horse' }),
      await challengeOf('PATCH', `/v1/users/${member.id}`, owner, { password: 'correct horse' }),
    ];
    for (const [challenge, message] of refused) {
      expect(challenge).toBe('Bearer error="insufficient_scope"');
      expect(message).toMatch(/^This token /);
    }
  });
});

describe('an access token', () => {
  it('that is genuine works, also when signed again with the same secret', async () => {
    for (const token of [genuine.access_token, forged({})]) {
      expect((await api.request('GET', `/v1/users/${userId}`, { token })).status).toBe(200);
    }
  });

  it.each(FORGERIES)('%s is rejected with the same message as any other', async (_, make) => {
    const response = await api.request('GET', `/v1/users/${userId}`, { token: make() });
    expectRefusal(response, 401, 'unauthorized');
    expect(response.text).toBe((await api.request('GET', `/v1/users/${userId}`, { token: 'nonsense' })).text);
    expect(response.text).toBe((await api.request('GET', `/v1/users/${userId}`)).text);
  });

  it('gains nothing by claiming another role or account', async () => {
    const token = forged({ claims: withClaim('role', 'admin') });
    expectRefusal(await api.request('GET', '/v1/users', { token }), 403, 'forbidden');
  });

  it('is no refresh token', async () => {
    expectRefusal(
      await api.request('POST', '/v1/auth/refresh', { token: genuine.access_token }),
      401,
      'invalid_grant',
    );
  });
});
