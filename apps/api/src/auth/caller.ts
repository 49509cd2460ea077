import { ANONYMOUS, type Caller, type Principal } from '@florin/identity';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication guard. */
    principal?: Principal;
  }
}

const MAX_AGENT_LENGTH = 255;

const principalOf = (request: FastifyRequest): Principal => request.principal ?? ANONYMOUS;

/** `request.ip` is the client address: Fastify resolves it through the proxies in TRUST_PROXY. */
export const callerOf = (request: FastifyRequest): Caller => ({
  principal: principalOf(request),
  address: request.ip,
  agent:
    request.headers['user-agent']?.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAX_AGENT_LENGTH) || undefined,
});

const requestIn = (context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>();

/** `@CurrentPrincipal() principal: Principal` */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal =>
  principalOf(requestIn(context)),
);

/** The principal with address and user agent, for the audit trail: `@CurrentCaller() caller: Caller`. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(requestIn(context)),
);
