import { accountActedFor, ANONYMOUS, type Caller, nameOf, type Principal } from '@florin/identity';
import type { AccountId } from '@florin/kernel';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set before any handler runs. */
    principal?: Principal;
  }
}

const MAX_AGENT_LENGTH = 255;

export const principalOf = (request: FastifyRequest): Principal => request.principal ?? ANONYMOUS;

/** The name under which events tell who asked. */
export const actorIn = (request: FastifyRequest): string => nameOf(principalOf(request));

/** Where the request comes from, through the proxies that are believed, and what it calls itself. */
const callerOf = (request: FastifyRequest): Caller => ({
  principal: principalOf(request),
  address: request.ip,
  agent:
    request.headers['user-agent']?.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAX_AGENT_LENGTH) || undefined,
});

const requestIn = (context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>();

/** The principal alone: `@CallingPrincipal() principal: Principal`. */
export const CallingPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal =>
  principalOf(requestIn(context)),
);

/** The principal with where it calls from, as the audit trail wants it: `@AuditedCaller() caller: Caller`. */
export const AuditedCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(requestIn(context)),
);

/** The account that `X-Account-Id` names, or the caller's own; undefined when it has neither. */
export function actedFor(request: FastifyRequest): AccountId | undefined {
  const header = request.headers['x-account-id'];
  return accountActedFor(principalOf(request), Array.isArray(header) ? header.join(',') : header);
}

/** That account, for a handler's parameter: `@ActingFor() accountId: AccountId | undefined`. */
export const ActingFor = createParamDecorator(
  (_: unknown, context: ExecutionContext): AccountId | undefined => actedFor(requestIn(context)),
);
