import { type Permission, ROLES } from '@florin/identity';
import type { StatusOverrides } from '../common/errors/error-response.js';
import { type ErrorCode, STATUS } from '../common/errors/codes.js';

export interface OperationFacts {
  readonly permission: Permission;
  readonly hasPathParameter: boolean;
  readonly hasAccountHeader: boolean;
  /** Creating operations take an Idempotency-Key. */
  readonly creates: boolean;
  /** What its domain refuses with. */
  readonly declared: readonly ErrorCode[];
  readonly overrides: StatusOverrides;
}

/** The codes that an operation can answer, by status. */
export type ErrorsByStatus = ReadonlyMap<number, readonly ErrorCode[]>;

/** Everything that an operation can be refused with: what the edge and the guard do alike everywhere, and its own. */
export function errorsByStatus(facts: OperationFacts): ErrorsByStatus {
  const found = new Map<number, Set<ErrorCode>>();
  const add = (code: ErrorCode, status = facts.overrides[code] ?? STATUS[code]): void => {
    found.set(status, (found.get(status) ?? new Set()).add(code));
  };
  const { permission, hasPathParameter, hasAccountHeader, creates, declared } = facts;

  add('invalid_request');
  // A body is read wherever one can be sent, whether the operation has a use for it or not.
  if (permission.method !== 'GET') for (const status of [413, 415]) add('invalid_request', status);
  if (permission.token !== 'ignored') add('unauthorized');
  if (rejectsAuthenticatedRole(permission)) add(permission.refusal);
  // Where an account that is not there has a code of its own, it has that also when the header names it.
  if (hasPathParameter || (hasAccountHeader && !declared.includes('account_not_found'))) add('not_found');
  if (creates) for (const code of ['conflict', 'idempotency_mismatch'] as const) add(code);
  for (const code of declared) add(code);
  for (const code of ['rate_limited', 'internal_error', 'unavailable'] as const) add(code);

  const sorted = [...found].sort(([left], [right]) => left - right);
  return new Map(sorted.map(([status, codes]) => [status, [...codes]]));
}

const rejectsAuthenticatedRole = ({ token, reach }: Permission): boolean =>
  token !== 'ignored' && ROLES.some((role) => role !== 'anonymous' && reach[role] === 'none');
