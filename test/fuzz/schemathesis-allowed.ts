import type { Finding } from './schemathesis.js';

export interface AllowedFinding {
  readonly type: string;
  readonly operations: readonly string[];
  /** Status and message of the response. */
  readonly response: RegExp;
  readonly reason: string;
}

/** "API rejected schema-compliant request". */
const REJECTED = 'RejectedPositiveData';

/** Findings of Schemathesis that are no defects: rules that the OpenAPI document cannot express. */
export const ALLOWED_FINDINGS: readonly AllowedFinding[] = [
  {
    type: REJECTED,
    operations: [
      'GET /v1/account/statement',
      'GET /v1/api_keys',
      'GET /v1/audit',
      'GET /v1/auth/sessions',
      'GET /v1/events',
      'GET /v1/payments',
      'GET /v1/payments/{payment_id}/refunds',
      'GET /v1/subscriptions',
      'GET /v1/transactions',
      'GET /v1/transfers',
      'GET /v1/reconciliations',
      'GET /v1/reconciliations/{reconciliation_id}/lines',
      'GET /v1/webhook_endpoints',
      'GET /v1/webhook_endpoints/{endpoint_id}/deliveries',
    ],
    response: /^400 .*"starting_after and ending_before cannot be combined\."/,
    reason: 'OpenAPI cannot say that two parameters exclude each other',
  },
  {
    type: REJECTED,
    operations: [
      'POST /v1/accounts',
      'POST /v1/api_keys',
      'POST /v1/payments',
      'POST /v1/payments/{payment_id}/refunds',
      'POST /v1/reconciliations',
      'POST /v1/subscriptions',
      'POST /v1/transactions',
      'POST /v1/transactions/batch',
      'POST /v1/transfers',
      'POST /v1/users',
      'POST /v1/webhook_endpoints',
    ],
    response: /^422 .*"idempotency_mismatch"/,
    reason: 'the same idempotency key was sent before with another body',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/reconciliations'],
    response: /^(400|415) /,
    reason: 'a schema cannot describe a bank file, nor which options belong to which format',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/accounts', 'POST /v1/users', 'PATCH /v1/users/{user_id}'],
    response: /^400 .*"password (is too common|must not be the name, username or email)/,
    reason: 'a list of 3,000 passwords, and the names of the user, are not part of a schema',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/accounts', 'PATCH /v1/account'],
    response: /^400 .*"settings\.timezone must be an IANA time zone name\."/,
    reason: 'the names of time zones come from the time zone database of the host',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/accounts', 'PATCH /v1/account'],
    response:
      /^400 .*"settings\.branding\.(color|website) must be [^;]*(; settings\.branding\.website must be [^;]*)?"/,
    reason: 'a schema cannot describe the contrast of a color, nor which parts of a URL are not allowed',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/api_keys', 'POST /v1/payments'],
    response: /^400 .*"expires_at must be /,
    reason: 'the allowed range depends on the current time',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/webhook_endpoints', 'PATCH /v1/webhook_endpoints/{endpoint_id}'],
    response: /^400 .*"url must /,
    reason: 'a schema cannot say which hosts are public, and which parts of a URL are not allowed',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/webhook_endpoints', 'PATCH /v1/webhook_endpoints/{endpoint_id}'],
    response: /^400 .*events must be a list of event types, but \[\d+\] is \*, which must be alone/,
    reason: 'a schema cannot say that an item must be the only one',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/webhook_endpoints'],
    response: /^409 .*"There are already 16 webhook endpoints, the maximum\."/,
    reason: 'the run has created as many as an account may have',
  },
  {
    type: REJECTED,
    operations: [
      'GET /v1/account/activity',
      'GET /v1/account/statement',
      'GET /v1/admin/activity',
      'POST /v1/webhook_endpoints/{endpoint_id}/replay',
    ],
    response: /^400 .*"from must not be after to\."/,
    reason: 'a schema cannot compare two fields',
  },
  {
    type: REJECTED,
    operations: ['GET /v1/account/activity', 'GET /v1/admin/activity'],
    response: /^400 .*"from and to span more than 400 buckets\./,
    reason: 'a schema cannot compare two fields',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/payments'],
    response: /^400 .*"line_items must add up to amount: /,
    reason: 'a schema cannot compute a sum',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/payments'],
    response: /^400 .*(success|cancel)_url must be an https URL without user name and password/,
    reason: 'a schema cannot say which parts of a URL are not allowed',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/auth/refresh'],
    response: /^400 .*"The Authorization header and the body contain different refresh tokens\."/,
    reason: 'the run sends its access token in every request',
  },
  {
    type: REJECTED,
    operations: [
      'POST /v1/payments',
      'POST /v1/subscriptions',
      'POST /v1/transactions',
      'POST /v1/transfers',
    ],
    response: /^400 .*("currency must be [A-Z]{3}, the currency of the account\."|"currency_mismatch")/,
    reason: 'the currency depends on the account',
  },
  {
    type: REJECTED,
    operations: [
      'POST /v1/payments',
      'POST /v1/subscriptions',
      'POST /v1/transactions',
      'POST /v1/transfers',
    ],
    response: /^400 .*"The account is not active and accepts no new \w+\."/,
    reason: 'another request of the run has suspended the account',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/transactions', 'POST /v1/transfers'],
    response: /^402 .*"insufficient_funds"/,
    reason: 'the amount depends on the balance',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/transactions', 'POST /v1/transactions/batch'],
    response:
      /^400 .*"(transactions\[\d+\]\.)?refund_of is (only allowed with type refund|not a payment of this account|a )/,
    reason: 'the field depends on the type and on an existing payment',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/transactions/batch'],
    response: /^422 .*"batch_failed"/,
    reason: 'each transaction of the batch depends on its account and balance',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/transfers'],
    response: /^400 .*"from_account_id and to_account_id must be different accounts\."/,
    reason: 'a schema cannot compare two fields',
  },
  {
    type: REJECTED,
    operations: ['POST /v1/transactions/{transaction_id}/settle', 'POST /v1/transfers/{transfer_id}/settle'],
    response: /^400 .*"failure_reason is only allowed with status failed\."/,
    reason: 'the field depends on the status',
  },
  {
    type: REJECTED,
    operations: [
      'POST /v1/payments',
      'POST /v1/subscriptions',
      'POST /v1/transactions',
      'POST /v1/transactions/batch',
      'POST /v1/transfers',
      'PATCH /v1/subscriptions/{subscription_id}',
      'PATCH /v1/transactions/{transaction_id}',
    ],
    response:
      /^400 .*"((transactions\[\d+\]\.)?metadata[. ].* must |(transactions\[\d+\]\.)?metadata must |A field name contains a control character)/,
    reason:
      'the size, depth and nested values of metadata are limited, which a schema of one level cannot say',
  },
  {
    type: 'EnsureResourceAvailability',
    operations: ['GET /v1/users/{user_id}', 'PATCH /v1/users/{user_id}', 'DELETE /v1/users/{user_id}'],
    response: /^404 .*"not_found"/,
    reason: 'a repeated idempotency key returned the first response, and the user had been deleted since',
  },
];

export const isAllowed = (finding: Finding): boolean =>
  ALLOWED_FINDINGS.some(
    ({ type, operations, response }) =>
      type === finding.type && operations.includes(finding.operation) && response.test(finding.response),
  );
