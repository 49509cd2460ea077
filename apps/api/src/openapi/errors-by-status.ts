import { type Permission, ROLES } from '@florin/identity';
import type { StatusOverrides } from '../common/errors/error-response.js';
import { type ErrorCode, STATUS } from '../common/errors/codes.js';

export interface OperationFacts {
  readonly permission: Permission;
  readonly hasPathParameter: boolean;
  readonly hasAccountHeader: boolean;
  /** Operations that create an object accept an Idempotency-Key. */
  readonly creates: boolean;
  /** The error codes of the domain. */
  readonly declared: readonly ErrorCode[];
  readonly overrides: StatusOverrides;
}

/** The error codes of an operation by status. */
export type ErrorsByStatus = ReadonlyMap<number, readonly ErrorCode[]>;

/** All error codes of an operation: those of the HTTP layer and the guards, and its own. */
export function errorsByStatus(facts: OperationFacts): ErrorsByStatus {
  const found = new Map<number, Set<ErrorCode>>();
  const add = (code: ErrorCode, status = facts.overrides[code] ?? STATUS[code]): void => {
    found.set(status, (found.get(status) ?? new Set()).add(code));
  };
  const { permission, hasPathParameter, hasAccountHeader, creates, declared } = facts;

  add('invalid_request');
  // The body parser runs for every method except GET, also for operations without a body.
  if (permission.method !== 'GET') for (const status of [413, 415]) add('invalid_request', status);
  if (permission.token !== 'ignored') add('unauthorized');
  if (rejectsAuthenticatedRole(permission)) add(permission.refusal);
  // With `account_not_found`, an unknown account in the header has this code as well.
  if (hasPathParameter || (hasAccountHeader && !declared.includes('account_not_found'))) add('not_found');
  if (creates) for (const code of ['conflict', 'idempotency_mismatch'] as const) add(code);
  for (const code of declared) add(code);
  for (const code of ['rate_limited', 'internal_error', 'unavailable'] as const) add(code);

  const sorted = [...found].sort(([left], [right]) => left - right);
  return new Map(sorted.map(([status, codes]) => [status, [...codes]]));
}

const rejectsAuthenticatedRole = ({ token, reach }: Permission): boolean =>
  token !== 'ignored' && ROLES.some((role) => role !== 'anonymous' && reach[role] === 'none');
