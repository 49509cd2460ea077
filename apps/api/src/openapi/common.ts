import type { Prefix } from '@florin/kernel';
import { KEY_SCHEMA, KEY_DESCRIPTION } from '../common/idempotency/idempotency.js';
import { exampleId, idPattern } from './fields.js';

export const TAGS = [
  { name: 'Sessions', description: 'Log in, refresh tokens, and end sessions.' },
  { name: 'Users', description: 'The people who log in: admins, and the owners and members of accounts.' },
  {
    name: 'API keys',
    description: 'Tokens for programs. A key acts for one account or for the whole platform.',
  },
  { name: 'Accounts', description: 'An account has an owner, members, settings and one balance.' },
  {
    name: 'Transactions',
    description: 'Payments, credits and refunds of an account, recorded in a double-entry ledger.',
  },
  { name: 'Transfers', description: 'Money that moves between two accounts.' },
  {
    name: 'Payment requests',
    description: 'Request a payment from a customer, who pays by card on a hosted page.',
  },
  { name: 'Refunds', description: 'Money that goes back to the customer of a payment request.' },
  { name: 'Subscriptions', description: 'Recurring payment requests: one at the start of each period.' },
  { name: 'Events', description: 'The history of an account: what changed, when, and who changed it.' },
  { name: 'Reports', description: 'Statements, and what an account, or all accounts, took in and paid out.' },
  {
    name: 'Webhooks',
    description: 'Sends the events of an account, or of all accounts, to your server as they occur.',
  },
  {
    name: 'Reconciliations',
    description: 'Compares the file of a bank or processor with what Florin posted to an account.',
  },
  { name: 'Audit', description: 'The history of users, sessions and API keys, for admins.' },
  { name: 'Operations', description: 'Health checks and metrics, for monitoring.' },
];

export const DESCRIPTION = `A payments back end: users, accounts, a double-entry ledger and payment requests.

## Authentication

Create an account (\`POST /v1/accounts\`) and log in with its email and password (\`POST /v1/auth/login\`). Send the
\`access_token\` of the response as \`Authorization: Bearer <access_token>\`. Programs use an API key in the same header.

## Values

Amounts are integers in minor units: 7500 is 75.00 in a currency with two decimals. Times are ISO 8601 in UTC. Ids are a
prefix and 26 characters, and sort by creation time.

Unknown fields, parameters and values are rejected with 400, as are control characters and lone surrogates in any text.

## Errors

An error has two fields: \`error\`, a code for your program, and \`message\`, a text for people. Each operation lists the
statuses and codes that it returns. An unknown path is 404 \`not_found\`. A known path with a wrong method is 405
\`invalid_request\` with an \`Allow\` header.

## Idempotency

Operations that create an object accept an \`Idempotency-Key\`. Within 24 hours, a retry with the same key and body does
not create a second object: it returns the first response with \`Idempotent-Replayed: true\`.

## Dry run

With \`Dry-Run: true\` the creates of transactions, batches, transfers and payments check a request without storing anything. All
other operations reject the header with 400.

## Request ids

Every response has an \`X-Request-Id\` header, which is also in the log. You can send your own id in the \`X-Request-Id\`
header of any request: 1 to 128 letters, digits, dots, hyphens and underscores. Florin replaces any other value.

## Payment pages

A \`payment_url\` is a page for customers and their browsers. It is not part of this document.`;

export const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `access_token` of a login. Valid for `expires_in` seconds, or until its session ends.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'flk_…',
    description: 'An API key, sent like an access token. It acts for one account or for the platform.',
  },
  refreshToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `refresh_token` of the login or of the last refresh. It works once.',
  },
} as const;

export const PARAMETERS = {
  AccountId: {
    name: 'X-Account-Id',
    in: 'header',
    required: false,
    description:
      'The account that an admin or a platform key acts for. Other callers can only send their own account.',
    schema: { type: 'string', pattern: idPattern('acct'), examples: [exampleId('acct')] },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Makes the request safe to retry for 24 hours. A value of your choice: ${KEY_DESCRIPTION}.`,
    schema: {
      type: 'string',
      ...KEY_SCHEMA,
      examples: ['8e03978e-40d5-43e8-bc93-6894a57f9324'],
    },
  },
  DryRun: {
    name: 'Dry-Run',
    in: 'header',
    required: false,
    description:
      'Send `true` to get the result and the balance after it without storing anything. The response is 200, and its ids are null. An `Idempotency-Key` is ignored.',
    schema: { type: 'string', enum: ['true'], examples: ['true'] },
  },
} as const;

/** By the name of the path parameter. */
export const PATH_PARAMETERS: Readonly<Record<string, { prefix: Prefix; description: string }>> = {
  user_id: { prefix: 'user', description: 'The id of the user.' },
  key_id: { prefix: 'key', description: 'The id of the API key.' },
  account_id: { prefix: 'acct', description: 'The id of the account.' },
  transaction_id: { prefix: 'txn', description: 'The id of the transaction.' },
  transfer_id: { prefix: 'trf', description: 'The id of the transfer.' },
  payment_id: { prefix: 'pay', description: 'The id of the payment request.' },
  refund_id: { prefix: 're', description: 'The id of the refund.' },
  subscription_id: { prefix: 'sub', description: 'The id of the subscription.' },
  endpoint_id: { prefix: 'whe', description: 'The id of the webhook endpoint.' },
  reconciliation_id: { prefix: 'rcn', description: 'The id of the reconciliation.' },
  delivery_id: { prefix: 'whd', description: 'The id of the delivery.' },
};

export const HEADERS = {
  RequestId: {
    description: 'The id of the request in the log.',
    required: true,
    schema: { type: 'string', examples: ['5f2c7f0b2d7d4a0c9a1e6b3f8d2c4e6a'] },
  },
  RetryAfter: {
    description: 'The number of seconds to wait before a retry.',
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [1] },
  },
  WwwAuthenticate: {
    description:
      'The authentication scheme. `error="invalid_token"`: refresh the session or log in again. `error="insufficient_scope"`: the token is valid but lacks the permission, and a new login does not help.',
    required: true,
    schema: {
      type: 'string',
      enum: ['Bearer', 'Bearer error="invalid_token"', 'Bearer error="insufficient_scope"'],
      examples: ['Bearer error="invalid_token"'],
    },
  },
  IdempotentReplayed: {
    description: 'The response is that of an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'], examples: ['true'] },
  },
  Allow: {
    description: 'With 405: the methods that the path allows.',
    schema: { type: 'string', examples: ['GET, PATCH'] },
  },
} as const;

const reference = (kind: string) => (name: string) => ({ $ref: `#/components/${kind}/${name}` });
export const parameterRef = reference('parameters');
export const headerRef = reference('headers');
export const responseRef = reference('responses');
export const schemaRef = reference('schemas');
