import { accountOf, authorize, ANONYMOUS, PERMISSIONS, unauthenticated } from '@florin/identity';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { Settings } from '../config/settings.js';
import { AccountScope } from './account-scope.js';
import { actsForAccount, operationOf } from './operation.decorator.js';

/** Checks the permission table and sets the account scope. */
@Injectable()
export class PermissionsGuard implements CanActivate {
  constructor(private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { principal = ANONYMOUS } = request;
    const operation = operationOf(context);
    const { token } = PERMISSIONS[operation];
    const isSignup = token === 'optional' && principal.kind === 'anonymous';
    if (isSignup && this.settings.signup === 'closed') throw unauthenticated();
    authorize(principal, operation);

    // If the header were ignored here, an admin who wants an account key would create a platform key.
    const accountId = request.headers['x-account-id']?.toString();
    const isOtherAccount =
      accountId !== undefined && accountId !== accountOf(principal) && token !== 'ignored';
    if (isOtherAccount && !actsForAccount(context)) {
      throw new ApiError('invalid_request', 'This operation does not accept X-Account-Id.');
    }
    request.accountScope = new AccountScope(principal, operation, accountId);
    return true;
  }
}
