import type { Prefix } from '@florin/kernel';
import { REQUEST_ID } from '../common/logging/request-id.js';
import { KEY_SCHEMA, KEY_DESCRIPTION } from '../common/idempotency/idempotency.js';
import { exampleId, idPattern } from './fields.js';

// What operations have in common, described once and referred to.

export const TAGS = [
  { name: 'Sessions', description: 'Logging in and out, and staying logged in.' },
  { name: 'Users', description: 'People who log in.' },
  { name: 'API keys', description: 'Tokens for programs.' },
  { name: 'Accounts', description: 'Who has money here, and how much.' },
  { name: 'Transactions', description: 'Payments, credits and refunds of an account.' },
  { name: 'Payment requests', description: 'Asking a customer to pay on a page of their own.' },
  { name: 'Subscriptions', description: 'Payment requests that come back by themselves.' },
  { name: 'Events', description: 'What happened to an account.' },
  { name: 'Audit', description: 'Who did what to users, sessions and keys.' },
  { name: 'Operations', description: 'What an operator’s machinery asks.' },
];

export const DESCRIPTION = `A payments back end: users, accounts, a double-entry ledger and payment requests.

To begin, open an account (\`POST /v1/accounts\`) and log in with its email and password (\`POST /v1/auth/login\`). Most other
operations want the \`access_token\` of that answer, sent as \`Authorization: Bearer …\`; at \`/docs\` the button *Authorize* does
that.

Amounts are integers in minor units (7500 is 75.00 of a currency with two digits). Times are ISO 8601 in UTC. Ids are a
prefix and 26 characters, and sort in the order of creation.

A refusal has exactly two fields: \`error\`, a code to act on, and \`message\`, words to show. Each operation lists every
status it answers and every code that comes with it. A request that reaches no operation is refused likewise: an unknown
address with 404 \`not_found\`, a known one asked with a wrong method with 405 \`invalid_request\` and an \`Allow\` header.

Nothing is guessed or dropped: fields, parameters and values that an operation does not know are refused with 400, as are
control characters and lone surrogates in any text.

Operations that create something take an \`Idempotency-Key\`: with the same key and body they do their work once, and
answer the same again with \`Idempotent-Replayed: true\` for 24 hours.

The pages at which \`payment_url\` points are for customers and their browsers, and no part of this document.`;

export const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `access_token` of a login. Good for `expires_in` seconds, while its session lasts.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'flk_…',
    description: 'An API key, sent like an access token. It acts for one account, or for the platform.',
  },
  refreshToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `refresh_token` of a login or of the refresh before, each of which works once.',
  },
} as const;

export const PARAMETERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description:
      'A name of your own for the request, which the answer repeats. One is made up without it, and in place of one that is not like that.',
    schema: { type: 'string', pattern: REQUEST_ID.source, examples: ['checkout-4711'] },
  },
  AccountId: {
    name: 'X-Account-Id',
    in: 'header',
    required: false,
    description: 'The account that an admin or platform token acts for. Others may only name their own.',
    schema: { type: 'string', pattern: idPattern('acct'), examples: [exampleId('acct')] },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Makes the request safe to repeat for 24 hours: ${KEY_DESCRIPTION}.`,
    schema: {
      type: 'string',
      ...KEY_SCHEMA,
      examples: ['8e03978e-40d5-43e8-bc93-6894a57f9324'],
    },
  },
} as const;

/** What the parameters in paths name, by their names. */
export const PATH_PARAMETERS: Readonly<Record<string, { prefix: Prefix; description: string }>> = {
  user_id: { prefix: 'user', description: 'Which user.' },
  key_id: { prefix: 'key', description: 'Which API key.' },
  account_id: { prefix: 'acct', description: 'Which account.' },
  transaction_id: { prefix: 'txn', description: 'Which transaction.' },
  payment_id: { prefix: 'pay', description: 'Which payment request.' },
  subscription_id: { prefix: 'sub', description: 'Which subscription.' },
};

export const HEADERS = {
  RequestId: {
    description: 'The name of the request in our logs.',
    required: true,
    schema: { type: 'string', examples: ['5f2c7f0b2d7d4a0c9a1e6b3f8d2c4e6a'] },
  },
  RetryAfter: {
    description: 'How many seconds to wait before trying again.',
    required: true,
    schema: { type: 'integer', minimum: 1, examples: [1] },
  },
  WwwAuthenticate: {
    description: 'How to say who asks: with a token.',
    required: true,
    schema: { type: 'string', enum: ['Bearer'], examples: ['Bearer'] },
  },
  IdempotentReplayed: {
    description: 'Says that this is the answer to an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'], examples: ['true'] },
  },
  Allow: {
    description: 'With 405: the methods that the address takes.',
    schema: { type: 'string', examples: ['GET, PATCH'] },
  },
} as const;

const reference = (kind: string) => (name: string) => ({ $ref: `#/components/${kind}/${name}` });
export const parameterRef = reference('parameters');
export const headerRef = reference('headers');
export const responseRef = reference('responses');
export const schemaRef = reference('schemas');
