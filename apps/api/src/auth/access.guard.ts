import {
  accountOf,
  admit,
  ANONYMOUS,
  nameOf,
  type OperationName,
  PERMISSIONS,
  type Principal,
  type TokenRule,
  unauthenticated,
} from '@florin/identity';
import { DomainError } from '@florin/kernel';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { Settings } from '../config/settings.js';
import { ChangeLanes } from './limits/change-lanes.js';
import { RequestLimits } from './limits/request-limits.js';
import { Authenticator } from './authenticator.js';
import { mayBeKept } from './answers-again.js';
import { ACTS_FOR_ACCOUNT, OPERATION } from './operation.js';

/** Stands before every handler: who asks, is that too often, does the table let it in, and is there room just now. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly limits: RequestLimits,
    private readonly settings: Settings,
    private readonly lanes: ChangeLanes,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = this.reflector.get<OperationName | undefined>(OPERATION, context.getHandler());
    if (operation === undefined) throw new Error(`${context.getHandler().name} names no operation`);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { token } = PERMISSIONS[operation];
    request.isAnswerKept = mayBeKept(this.reflector, context);
    const known = token === 'ignored' ? undefined : (request.principal ?? (await this.known(request)));
    const principal = known ?? (await this.stranger(request, token));
    const name = nameOf(principal);
    request.principal = principal;
    request.principalId = name;
    if (known !== undefined) await this.limits.take(name);
    admit(principal, operation);
    // Whoever logs in or refreshes need not know yet for whom.
    const isAccountNamed = token !== 'ignored' && request.headers['x-account-id'] !== undefined;
    if (isAccountNamed) this.checkAccountHeader(context, request, principal);
    // An answer is made for those, too, who have hung up: only then is nobody working on it any more.
    const entering = this.lanes.enter(principal, operation);
    if (entering !== undefined) request.whenAnswered = await entering;
    return true;
  }

  /**
   * Where an operation is not about one account, whoever names one meant something else: dropped, the header would let an
   * admin who wants a key for that account make one for all, and one whose token was lost on the way make a stranger.
   * Naming one's own account does no harm.
   */
  private checkAccountHeader(context: ExecutionContext, request: FastifyRequest, principal: Principal): void {
    if (this.reflector.get<true | undefined>(ACTS_FOR_ACCOUNT, context.getClass())) return;
    if (request.headers['x-account-id'] === accountOf(principal)) return;
    throw new ApiError(
      'invalid_request',
      'X-Account-Id is not for this operation, which acts for no account.',
    );
  }

  private async stranger(request: FastifyRequest, token: TokenRule): Promise<Principal> {
    await this.limits.takeAsStranger(request.ip);
    if (token === 'optional' && this.settings.signup === 'closed') throw unauthenticated();
    return ANONYMOUS;
  }

  /**
   * Tokens that do not work count against the address they come from, or guessing them would cost nothing. Those of which
   * nobody can tell just now do not: their bearers would be shut out from the moment that the database is back.
   */
  private known(request: FastifyRequest): Promise<Principal | undefined> {
    return this.authenticator.principalOf(request, request.isAnswerKept).catch(async (error: unknown) => {
      if (error instanceof DomainError) await this.limits.takeAsStranger(request.ip);
      throw error;
    });
  }
}
