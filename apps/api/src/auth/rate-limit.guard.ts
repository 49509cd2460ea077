import { ANONYMOUS, nameOf } from '@florin/identity';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RequestLimits } from './limits/request-limits.js';

/** Limits requests by principal, and anonymous requests by IP address. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly limits: RequestLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { principal = ANONYMOUS, ip } = context.switchToHttp().getRequest<FastifyRequest>();
    if (principal.kind === 'anonymous') await this.limits.takeAnonymous(ip);
    else await this.limits.take(nameOf(principal));
    return true;
  }
}
