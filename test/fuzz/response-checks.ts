import { openApiContract } from '../support/contract.js';
import type { FuzzCase } from './cases.js';
import { type HttpResponse, isBusyWithFiles } from './http-responses.js';
import { ACCOUNT_CANARY, type Principal } from './test-account.js';
import { PASSWORD_CANARY } from './hostile.js';
import type { FuzzedOperation } from './operations.js';
import type { SentRequest } from './request.js';
import { bodyProblem, queryProblem } from './request-schemas.js';

export interface Exchange {
  readonly fuzzCase: FuzzCase;
  readonly sent: SentRequest;
  readonly principal: Principal;
  readonly owners: ReadonlyMap<string, string>;
  readonly response: HttpResponse;
}

const WITHOUT_BODY = new Set(['HEAD', 'OPTIONS']);
/** Statuses of the HTML pages, and of requests that are rejected before they reach a page. */
const PAGE_STATUSES = new Set([200, 302, 303, 400, 403, 404, 405, 408, 413, 414, 415, 417, 422, 431]);
const ID = /\b(?:acct|user|txn|trf|pay|sub|key|sess|evt|audit)_[0-7][0-9a-hjkmnp-tv-z]{25}/g;

/** The problem of a response, or undefined. */
export function problemOf(exchange: Exchange): string | undefined {
  const { response, fuzzCase } = exchange;
  if (isBusyWithFiles(response)) return undefined;
  if (response.status >= 500) return `status ${response.status}`;
  if (response.headers['x-request-id'] === undefined) return 'no request id';
  if (response.text.includes(PASSWORD_CANARY)) return 'leaked a password';
  const isRaw = fuzzCase.style === 'raw';
  return (
    (isRaw ? rawProblem(exchange) : contractProblem(fuzzCase.operation, exchange.sent, response)) ??
    leakOf(exchange) ??
    (isRaw ? undefined : unexpectedSuccessOf(exchange))
  );
}

function contractProblem(
  operation: FuzzedOperation,
  sent: Pick<SentRequest, 'method' | 'target'>,
  response: HttpResponse,
): string | undefined {
  if (WITHOUT_BODY.has(sent.method)) return undefined;
  if (/^\/(pay|reset|docs|console|openapi\.json)/.test(sent.target)) {
    const isKnown = PAGE_STATUSES.has(response.status);
    return isKnown ? undefined : `undocumented status ${response.status} of a page (${operation.id})`;
  }
  const { method, target: url } = sent;
  return openApiContract().problemOf({ method, url, ...response });
}

const FIRST_LINE = /^([A-Z]+) (\/[!-~]*) HTTP\/1\.[01]\r\n/;

/** Raw bytes may be a valid request. Otherwise the response must be an error in the usual format. */
function rawProblem({ fuzzCase, sent, response }: Exchange): string | undefined {
  const { status, headers, text } = response;
  const [, method, target] = FIRST_LINE.exec(sent.bytes.toString('latin1', 0, 9_000)) ?? [];
  // With several requests it is unknown which one was responded to.
  const isSingleRequest = fuzzCase.framing !== 'two requests' && fuzzCase.bytes.length === 0;
  if (isSingleRequest && method !== undefined && target !== undefined) {
    const problem = contractProblem(fuzzCase.operation, { method, target }, response);
    if (problem !== undefined) return problem;
  }
  if (status < 400 || !(headers['content-type'] ?? '').startsWith('application/json') || text === '')
    return undefined;
  const body = JSON.parse(text) as Record<string, unknown>;
  const isError = typeof body.error === 'string' && typeof body.message === 'string';
  return isError && Object.keys(body).length === 2
    ? undefined
    : `invalid error format: ${text.slice(0, 300)}`;
}

/** An id or text of another account that the request did not contain. */
function leakOf({ sent, principal, owners, response }: Exchange): string | undefined {
  const visibleOwners = visibleOwnersFor(sent, principal, owners);
  if (visibleOwners === undefined) return undefined;
  const requestText = sent.bytes.toString('utf8');
  for (const [found] of [...response.text.matchAll(ID), ...response.text.matchAll(ACCOUNT_CANARY)]) {
    const owner = owners.get(found);
    if (owner !== undefined && !visibleOwners.has(owner) && !requestText.includes(found))
      return `leaked ${found} of ${owner}`;
  }
  return undefined;
}

/** The owners whose data the response may contain. Undefined: all. */
function visibleOwnersFor(
  { target, headers }: SentRequest,
  { visibleOwners }: Principal,
  owners: ReadonlyMap<string, string>,
): ReadonlySet<string> | undefined {
  const secret = /^\/pay\/([^/?#]+)/.exec(target)?.[1];
  if (secret !== undefined) return new Set([owners.get(secret) ?? '']);
  // The credentials in the body decide, not the access token.
  if (/^\/v1\/auth\/(login|refresh)/.test(target)) return undefined;
  if (visibleOwners !== undefined) return visibleOwners;
  const accountIds = headers
    .filter(([name]) => name.toLowerCase() === 'x-account-id')
    .map(([, value]) => value);
  const isScoped =
    /^\/v1\/(account|transactions|transfers|payments|refunds|subscriptions|events|webhook_endpoints|webhook_deliveries|reconciliations)\b/.test(
      target,
    );
  return isScoped && accountIds.length === 1 && owners.has(accountIds[0] ?? '')
    ? new Set(accountIds)
    : undefined;
}

/** A batch succeeds as a whole: its results show which transactions were created. */
function createsForOthers(
  { id }: FuzzedOperation,
  { visibleOwners }: Principal,
  { text }: HttpResponse,
): boolean {
  if (id !== 'createTransactionBatch' || visibleOwners === undefined) return false;
  const { results = [] } = JSON.parse(text) as { results?: { transaction?: { account_id: string } }[] };
  return results.some(({ transaction }) => transaction && !visibleOwners.has(transaction.account_id));
}

/** Whether a mutated request is still one for its operation. */
export const isAbout = ({ method, tail }: FuzzCase, operation: FuzzedOperation): boolean =>
  method === operation.method && (tail === '' || /^[?&]/.test(tail));

/** A success that the schema, the permissions or the account scope forbid. */
function unexpectedSuccessOf({ fuzzCase, sent, principal, response }: Exchange): string | undefined {
  const { operation } = fuzzCase;
  if (response.status >= 300 || !isAbout(fuzzCase, operation)) return undefined;
  const { permission } = operation;
  // Pages and health checks ignore unknown parameters.
  if (permission === undefined) return undefined;
  const role = fuzzCase.token === 'right' ? principal.role : 'anonymous';
  const reach = permission.reach[role];
  if (reach === 'none') return `allowed for ${role} without permission`;
  if (reach !== 'any' && sent.isAboutForeign) return `allowed for ${role} on another account`;
  if (reach !== 'any' && createsForOthers(operation, principal, response))
    return `allowed for ${role} on another account, in a batch`;
  return queryProblem(operation, sent) ?? bodyProblem(operation, sent);
}
