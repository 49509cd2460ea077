import { openApiContract } from '../support/contract.js';
import type { FuzzCase } from './cases.js';
import type { HttpResponse } from './http-responses.js';
import { ACCOUNT_CANARY, type Principal } from './test-account.js';
import { PASSWORD_CANARY } from './hostile.js';
import type { FuzzedOperation } from './operations.js';
import type { SentRequest } from './request.js';
import { bodyProblem, queryProblem } from './request-schemas.js';

/** One exchange, with all that is known about it. */
export interface Exchange {
  readonly given: FuzzCase;
  readonly sent: SentRequest;
  readonly principal: Principal;
  readonly owners: ReadonlyMap<string, string>;
  readonly answer: HttpResponse;
}

const WITHOUT_BODY = new Set(['HEAD', 'OPTIONS']);
/** What pages answer, and what is answered to whatever never reached one. */
const PAGE_STATUSES = new Set([200, 303, 400, 403, 404, 405, 408, 413, 414, 415, 417, 422, 431]);
const ID = /\b(?:acct|user|txn|pay|sub|key|sess|evt|audit)_[0-7][0-9a-hjkmnp-tv-z]{25}/g;

/** What is wrong with an answer, in words, or undefined. */
export function problemOf(exchange: Exchange): string | undefined {
  const { answer, given } = exchange;
  if (answer.status >= 500) return `answered ${answer.status}`;
  if (answer.headers['x-request-id'] === undefined) return 'answered without a request id';
  if (answer.text.includes(PASSWORD_CANARY)) return 'told a password';
  const isRaw = given.style === 'raw';
  return (
    (isRaw ? rawProblem(exchange) : contractProblem(given.operation, exchange.sent, answer)) ??
    leakOf(exchange) ??
    (isRaw ? undefined : unexpectedGrantOf(exchange))
  );
}

function contractProblem(
  operation: FuzzedOperation,
  sent: Pick<SentRequest, 'method' | 'target'>,
  answer: HttpResponse,
): string | undefined {
  if (WITHOUT_BODY.has(sent.method)) return undefined;
  if (/^\/(pay|docs|openapi\.json)/.test(sent.target)) {
    const isKnown = PAGE_STATUSES.has(answer.status);
    return isKnown ? undefined : `a page answered ${answer.status}, which no page does (${operation.id})`;
  }
  const { method, target: url } = sent;
  return openApiContract().problemOf({ method, url, ...answer });
}

const FIRST_LINE = /^([A-Z]+) (\/[!-~]*) HTTP\/1\.[01]\r\n/;

/** Noise may be about any operation or none, but every refusal looks alike; and some noise is still a request. */
function rawProblem({ given, sent, answer }: Exchange): string | undefined {
  const { status, headers, text } = answer;
  const [, method, target] = FIRST_LINE.exec(sent.bytes.toString('latin1', 0, 9_000)) ?? [];
  // Among several requests nobody can say which of them an answer is to.
  const isOne = given.framing !== 'twice in a row' && given.bytes.length === 0;
  if (isOne && method !== undefined && target !== undefined) {
    const problem = contractProblem(given.operation, { method, target }, answer);
    if (problem !== undefined) return problem;
  }
  if (status < 400 || !(headers['content-type'] ?? '').startsWith('application/json') || text === '')
    return undefined;
  const body = JSON.parse(text) as Record<string, unknown>;
  const isError = typeof body.error === 'string' && typeof body.message === 'string';
  return isError && Object.keys(body).length === 2
    ? undefined
    : `refused in a shape of its own: ${text.slice(0, 300)}`;
}

/** Something of another account that the caller did not name itself. */
function leakOf({ sent, principal, owners, answer }: Exchange): string | undefined {
  const visibleOwners = visibleOwnersFor(sent, principal, owners);
  if (visibleOwners === undefined) return undefined;
  const asked = sent.bytes.toString('utf8');
  for (const [found] of [...answer.text.matchAll(ID), ...answer.text.matchAll(ACCOUNT_CANARY)]) {
    const owner = owners.get(found);
    if (owner !== undefined && !visibleOwners.has(owner) && !asked.includes(found))
      return `told ${found} of ${owner}`;
  }
  return undefined;
}

/** Whose things the answer may show. A page shows its account's; who sees everything but names an account, that one's. */
function visibleOwnersFor(
  { target, headers }: SentRequest,
  { visibleOwners }: Principal,
  owners: ReadonlyMap<string, string>,
): ReadonlySet<string> | undefined {
  const secret = /^\/pay\/([^/?#]+)/.exec(target)?.[1];
  if (secret !== undefined) return new Set([owners.get(secret) ?? '']);
  // Who logs in or renews tokens is who the secret in the request belongs to, whatever token came with it.
  if (/^\/v1\/auth\/(login|refresh)/.test(target)) return undefined;
  if (visibleOwners !== undefined) return visibleOwners;
  const named = headers.filter(([name]) => name.toLowerCase() === 'x-account-id').map(([, value]) => value);
  const isScoped = /^\/v1\/(account|transactions|payments|subscriptions|events)\b/.test(target);
  return isScoped && named.length === 1 && owners.has(named[0] ?? '') ? new Set(named) : undefined;
}

/** Whether what was drawn is still a request for the operation that it was drawn for. */
export const isAbout = ({ method, tail }: FuzzCase, operation: FuzzedOperation): boolean =>
  method === operation.method && (tail === '' || /^[?&]/.test(tail));

/** Granted although the document, the permissions or the wrong account speak against it. */
function unexpectedGrantOf({ given, sent, principal, answer }: Exchange): string | undefined {
  const { operation } = given;
  if (answer.status >= 300 || !isAbout(given, operation)) return undefined;
  const { permission } = operation;
  // Pages and what machines ask of the service take no notice of what they do not know.
  if (permission === undefined) return undefined;
  const role = given.token === 'right' ? principal.role : 'anonymous';
  const reach = permission.reach[role];
  if (reach === 'none') return `granted to ${role}, who may not`;
  if (reach !== 'any' && sent.isAboutForeign)
    return `granted to ${role} although it is about another account`;
  return queryProblem(operation, sent) ?? bodyProblem(operation, sent);
}
