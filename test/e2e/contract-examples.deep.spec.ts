import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Document, Operation, Schema } from '../../apps/api/src/openapi/openapi-types.js';
import { logInAdmin, WITH_ADMIN } from '../support/account-holders.js';
import { APPROVED, cardOf, submitCard } from '../support/payments.js';
import { type Fields, type RunningApi, startApi } from '../support/running-api.js';
import { ROOT } from '../support/source-tree.js';

const { paths, components } = JSON.parse(readFileSync(`${ROOT}/openapi.json`, 'utf8')) as Document;

let api: RunningApi;

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
});
afterAll(() => api.stop());

const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const WITH_A_BODY = OPERATIONS.filter(
  ({ operation }) => operation.requestBody?.content['application/json'] !== undefined,
);

/** The example body as API tools build it: the example of the body, or else of each field. */
function exampleOf({ requestBody }: Operation): Fields {
  const { example, schema } = requestBody?.content['application/json'] ?? {};
  return (example ?? fromFields(schema ?? {})) as Fields;
}

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

function fromFields(schema: Schema): unknown {
  const { properties, examples } = resolved(schema);
  if (examples !== undefined) return examples[0];
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, field]) => [name, fromFields(field)]),
  );
}

/** Keeps null and enum values, and replaces other values with their type. */
function outline(schema: Schema, value: unknown): unknown {
  const { properties, enum: choices } = resolved(schema);
  if (value === null || choices !== undefined) return value;
  if (properties === undefined) return typeof value;
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, outline(field, (value as Fields)[name])]),
  );
}

function expectAsDocumented({ operationId, responses }: Operation, body: Fields): void {
  const schema = responses['201']?.content?.['application/json']?.schema;
  if (schema === undefined) return;
  expect([operationId, outline(schema, fromFields(schema))]).toEqual([operationId, outline(schema, body)]);
}

interface SendOptions {
  readonly token?: string;
  /** Values that replace the ids and tokens of the example. */
  readonly own?: Fields;
  /** The id in the path. */
  readonly id?: unknown;
}

const sentOperations: (string | undefined)[] = [];

const operationOf = (operationId: string): Operation =>
  WITH_A_BODY.find(({ operation }) => operation.operationId === operationId)!.operation;

async function send(operationId: string, { token, own = {}, id }: SendOptions = {}): Promise<Fields> {
  const { path, method, operation } = WITH_A_BODY.find(
    (entry) => entry.operation.operationId === operationId,
  )!;
  sentOperations.push(operation.operationId);
  const body = { ...exampleOf(operation), ...own };
  const address = path.replace(/\{\w+\}/, String(id));
  const response = await api.request(method, address, { body, ...(token !== undefined && { token }) });
  if (response.status >= 300)
    throw new Error(`${operationId} rejected ${JSON.stringify(body)}: ${response.text}`);
  expectAsDocumented(operation, response.body);
  return response.body;
}

it('every documented example body is accepted with real ids, and returns the documented example response', async () => {
  const admin = await logInAdmin(api);
  const account = await send('createAccount');
  const session = await send('logIn');
  await send('requestPasswordReset');
  const token = String(session['access_token']);
  const own = { account_id: account['id'] };

  const member = await send('createUser', { token });
  await send('updateUser', { token, id: member['id'] });
  await send('createApiKey', { token });
  await send('updateAccount', { token });

  const transaction = await send('createTransaction', { token, own });
  await send('updateTransaction', { token, id: transaction['id'] });
  await send('settleTransaction', { token: admin, id: transaction['id'] });
  const [created] = exampleOf(operationOf('createTransactionBatch'))['transactions'] as Fields[];
  await send('createTransactionBatch', { token, own: { transactions: [{ ...created, ...own }] } });
  const other = { ...exampleOf(operationOf('createAccount')), email: 'destination@example.com' };
  const destination = await api.request('POST', '/v1/accounts', { body: other });
  const accounts = { from_account_id: account['id'], to_account_id: destination.body['id'] };
  const transfer = await send('createTransfer', { token, own: accounts });
  await send('settleTransfer', { token: admin, id: transfer['id'] });
  const payment = await send('createPayment', { token, own });
  await submitCard(api.url + new URL(String(payment['payment_url'])).pathname, cardOf(APPROVED));
  await send('createRefund', { token, id: payment['id'] });
  const subscription = await send('createSubscription', { token, own });
  await send('updateSubscription', { token, id: subscription['id'] });
  const endpoint = await send('createWebhookEndpoint', { token });
  await send('updateWebhookEndpoint', { token, id: endpoint['id'] });
  await send('replayEvents', { token, id: endpoint['id'] });
  await send('setAccountStatus', { token: admin, id: account['id'] });

  const refresh_token = session['refresh_token'];
  const { access_token } = await send('refreshTokens', { own: { refresh_token } });
  await send('endSession', { token: String(access_token), own: { session_id: session['session_id'] } });

  expect([...new Set(sentOperations)].sort()).toEqual(
    WITH_A_BODY.map(({ operation }) => operation.operationId).sort(),
  );
});
