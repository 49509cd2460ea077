import {
  admit,
  ANONYMOUS,
  nameOf,
  type OperationName,
  PERMISSIONS,
  type Principal,
  type TokenRule,
  unauthenticated,
} from '@florin/identity';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Settings } from '../../settings.js';
import { RequestLimits } from '../limits/request-limits.js';
import { Authenticator } from './authenticator.js';
import { OPERATION } from './operation.js';

/** Stands before every handler: who asks, is that too often, and does the table let it in. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly limits: RequestLimits,
    private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = this.reflector.get<OperationName | undefined>(OPERATION, context.getHandler());
    if (operation === undefined) throw new Error(`${context.getHandler().name} names no operation`);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { token } = PERMISSIONS[operation];
    const known = token === 'ignored' ? undefined : await this.known(request);
    const principal = known ?? (await this.stranger(request, token));
    const name = nameOf(principal);
    request.principal = principal;
    request.principalId = name;
    if (known !== undefined) await this.limits.take(name);
    admit(principal, operation);
    return true;
  }

  private async stranger(request: FastifyRequest, token: TokenRule): Promise<Principal> {
    await this.limits.takeAsStranger(request.ip);
    if (token === 'optional' && this.settings.signup === 'closed') throw unauthenticated();
    return ANONYMOUS;
  }

  /** Tokens that do not work count against the address they come from, or guessing them would cost nothing. */
  private known(request: FastifyRequest): Promise<Principal | undefined> {
    return this.authenticator.principalOf(request).catch(async (error: unknown) => {
      await this.limits.takeAsStranger(request.ip);
      throw error;
    });
  }
}
