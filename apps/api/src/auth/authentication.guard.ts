import { ANONYMOUS, invalidToken, nameOf, PERMISSIONS, type Principal } from '@florin/identity';
import { DomainError } from '@florin/kernel';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard, AuthModuleOptions } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { RequestLimits } from './limits/request-limits.js';
import { operationOf } from './operation.decorator.js';

/** Sets the principal of the request. */
@Injectable()
export class AuthenticationGuard extends AuthGuard() {
  constructor(
    options: AuthModuleOptions,
    private readonly limits: RequestLimits,
  ) {
    super(options);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const isAnonymous =
      PERMISSIONS[operationOf(context)].token === 'ignored' || request.headers.authorization === undefined;
    if (isAnonymous) request.principal = ANONYMOUS;
    else await super.canActivate(context);
    request.principalId = nameOf(request.principal ?? ANONYMOUS);
    return true;
  }

  override handleRequest<User = Principal>(
    error: Error | null,
    principal: User | false,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (principal) return principal;
    // The token was not checked: the database is unavailable.
    if (error && !(error instanceof DomainError)) throw error;
    return this.reject(context) as User;
  }

  /** Invalid tokens count against the rate limit of the IP address, which limits guessing. */
  private async reject(context: ExecutionContext): Promise<never> {
    await this.limits.takeAnonymous(context.switchToHttp().getRequest<FastifyRequest>().ip);
    throw invalidToken();
  }
}
