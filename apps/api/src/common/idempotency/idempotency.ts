import { createHmac, type KeyObject } from 'node:crypto';
import { accountOf, ANONYMOUS, nameOf, type Principal } from '@florin/identity';
import type { IsKeyMoveInProgress } from '@florin/infrastructure';
import {
  type AccountId,
  type IdempotencyKey,
  type IdempotentRequest,
  type JsonObject,
  type Outcome,
  parseEmail,
} from '@florin/kernel';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import canonicalize from 'canonicalize';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { pathOf } from '../../http/normalize-url.js';

export const KEY_SCHEMA = { minLength: 1, maxLength: 255, pattern: '^[ -~]+$' } as const;
export const KEY_DESCRIPTION = `${KEY_SCHEMA.minLength} to ${KEY_SCHEMA.maxLength} printable ASCII characters`;

const KEY = new RegExp(KEY_SCHEMA.pattern);
const isKey = (key: string): boolean => key.length <= KEY_SCHEMA.maxLength && KEY.test(key);

/** A request that creates an object, and its response. */
export interface HttpExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The account that the request names, if any. */
  readonly accountId?: AccountId | undefined;
}

/** `@CurrentHttpExchange() exchange: HttpExchange` */
export const CurrentHttpExchange = createParamDecorator(
  (_: unknown, context: ExecutionContext): HttpExchange => {
    const http = context.switchToHttp();
    return { request: http.getRequest<FastifyRequest>(), reply: http.getResponse<FastifyReply>() };
  },
);

/** Makes requests that create an object safe to retry with an `Idempotency-Key`. */
export class Idempotency {
  constructor(
    private readonly fingerprintKey: KeyObject,
    private readonly isKeyMoveInProgress: IsKeyMoveInProgress,
  ) {}

  /**
   * Runs a use case that creates an object, and returns the response body. The unit of work stores the body with the key,
   * in the same SQL transaction. A retry gets the stored body and the header `Idempotent-Replayed: true`. `update` replaces
   * what must not be out of date in a stored body.
   */
  async respond<Value, Body extends object>(
    { request, reply, accountId }: HttpExchange,
    present: (value: Value) => Body,
    work: (idempotentRequest: IdempotentRequest<Value> | undefined) => Promise<Outcome<Value>>,
    update: (stored: Body) => Body | Promise<Body> = (stored) => stored,
  ): Promise<Body> {
    const outcome = await work(this.idempotentRequestFor(request, accountId, present));
    if (outcome.replayed) void reply.header('idempotent-replayed', 'true');
    const body = outcome.replayed
      ? await update(outcome.response as unknown as Body)
      : present(outcome.value);
    if ('id' in body) request.subjectId = body.id as string;
    return body;
  }

  private idempotentRequestFor<Value>(
    request: FastifyRequest,
    accountId: AccountId | undefined,
    present: (value: Value) => object,
  ): IdempotentRequest<Value> | undefined {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return undefined;
    if (typeof key !== 'string' || !isKey(key)) {
      throw new ApiError('invalid_request', `Idempotency-Key must be ${KEY_DESCRIPTION}.`);
    }
    const principal = request.principal ?? ANONYMOUS;
    const path = pathOf(request.url);
    return {
      principal: scopeOf(request),
      ...this.placeOf(principal, accountId),
      path,
      key,
      fingerprint: this.fingerprintOf(request, path),
      present: (value) => present(value) as unknown as JsonObject,
    };
  }

  /**
   * With the named account, so that one shard has the key and the money. Release 0.1.0 stores the keys of admins and platform
   * keys without it; until the move has ended, both places are used.
   */
  private placeOf(
    principal: Principal,
    named: AccountId | undefined,
  ): Pick<IdempotencyKey, 'accountId' | 'copyAccountId'> {
    const own = accountOf(principal);
    return own === undefined && named !== undefined && this.isKeyMoveInProgress()
      ? { accountId: undefined, copyAccountId: named }
      : { accountId: own ?? named };
  }

  /** An HMAC, because the body may contain a password, which could be guessed from a plain digest. */
  private fingerprintOf(request: FastifyRequest, path: string): string {
    const account = request.headers['x-account-id'];
    // A string, because an array always has a JSON form.
    const canonicalRequest = canonicalize([
      request.method,
      path,
      account ?? null,
      request.body ?? null,
    ]) as string;
    return createHmac('sha256', this.fingerprintKey).update(canonicalRequest).digest('base64url');
  }
}

/**
 * The principal that the key belongs to. Anonymous callers share one name, so their keys are scoped by the email in the
 * body as well: a guessed key must not block the sign-up of another person.
 */
function scopeOf({ principal = ANONYMOUS, body }: FastifyRequest): string {
  if (principal.kind !== 'anonymous') return nameOf(principal);
  const email = parseEmail((body as { readonly email?: unknown } | undefined)?.email);
  return email === undefined ? nameOf(principal) : `${nameOf(principal)} ${email}`;
}
