import { readFileSync } from 'node:fs';
import { OPERATIONS, PERMISSIONS } from '@florin/identity';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exampleId } from '../../apps/api/src/openapi/fields.js';
import type { Document } from '../../apps/api/src/openapi/openapi-types.js';
import { logInAdmin, openAccount, WITH_ADMIN } from '../support/account-holders.js';
import { type TestResponse, type Fields, type RunningApi, startApi } from '../support/running-api.js';
import { ROOT } from '../support/source-tree.js';

const { paths } = JSON.parse(readFileSync(`${ROOT}/openapi.json`, 'utf8')) as Document;

let api: RunningApi;
let adminToken: string;
let ownerToken: string;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  adminToken = await logInAdmin(api);
  ownerToken = (await openAccount(api)).token;
});
afterAll(() => api.stop());

/** A body that the operation accepts, so that only the unknown field is wrong. */
function bodyFor(method: string, path: string): Fields | undefined {
  if (method === 'GET') return undefined;
  if (path === '/v1/accounts/{account_id}') return { status: 'active' };
  const { requestBody } = paths[path]?.[method.toLowerCase()] ?? {};
  return requestBody !== undefined && !('application/json' in requestBody.content)
    ? undefined
    : ((requestBody?.content['application/json']?.example ?? {}) as Fields);
}

/** The content type of a body that is not JSON, which is read as text. */
const headersFor = (method: string, path: string): Record<string, string> => {
  const types = Object.keys(paths[path]?.[method.toLowerCase()]?.requestBody?.content ?? {});
  return types.length === 0 || types.includes('application/json') ? {} : { 'content-type': types[0] ?? '' };
};

const REFUSED = {
  status: 400,
  // Required parameters that are missing are in the same message.
  body: { error: 'invalid_request', message: expect.stringMatching(/^Unknown parameter: colour[.;]/) },
};
const outcome = ({ status, body }: TestResponse): object => ({ status, body });

// Each operation declares its query and body, even as an empty DTO. Undeclared input would be ignored silently.
describe.each(OPERATIONS)('%s', (name) => {
  const { method, path, reach } = PERMISSIONS[name];
  const address = path.replace(/\{[a-z_]+\}/, exampleId('acct'));
  const body = bodyFor(method, path);
  const token = (): string => (reach.admin === 'none' ? ownerToken : adminToken);

  it('rejects an unknown parameter', async () => {
    const options = {
      token: token(),
      headers: headersFor(method, path),
      ...(body !== undefined && { body }),
    };
    expect(outcome(await api.request(method, `${address}?colour=red`, options))).toEqual(REFUSED);
  });

  if (body === undefined) return;
  it('rejects an unknown field', async () => {
    const options = { token: token(), body: { ...body, colour: 'red' } };
    expect(outcome(await api.request(method, address, options))).toEqual(REFUSED);
  });
});
