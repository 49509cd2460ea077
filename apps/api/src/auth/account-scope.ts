import {
  accountOf,
  missingPermission,
  nameOf,
  type OperationName,
  type Principal,
  reachOf,
  roleOf,
} from '@florin/identity';
import { type AccountId, DomainError, parseId } from '@florin/kernel';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the permissions guard. */
    accountScope?: AccountScope;
  }
}

/** Creates the error for an account that does not exist or is not visible to the caller. */
export type NotFound = (message?: string) => Error;

const notFound: NotFound = (message = 'There is no such account.') => new DomainError('not_found', message);

/**
 * The accounts that a request may read and act for, by its principal, its operation and `X-Account-Id`. Objects out of
 * scope are 404. Nothing is thrown before a handler uses the scope, so that an invalid body is 400 for every caller.
 */
export class AccountScope {
  constructor(
    private readonly principal: Principal,
    private readonly operation: OperationName,
    /** `X-Account-Id` as it was sent. */
    private readonly header: string | undefined,
  ) {}

  /** The name of the principal in events. */
  get actor(): string {
    return nameOf(this.principal);
  }

  get hasAccountHeader(): boolean {
    return this.header !== undefined;
  }

  /** The caller has no account and may not see all accounts. */
  get hasNoVisibleAccount(): boolean {
    return this.account() === undefined && !this.canSeeAllAccounts;
  }

  /** For a field of the body that needs the permission for another operation. */
  requirePermission(operation: OperationName, message: string): void {
    if (reachOf(this.principal, operation) === 'none') throw missingPermission(operation, message);
  }

  /** The account to act for. Without one, throws the error code that the permission table defines for the operation. */
  requireAccount(): AccountId {
    const accountId = this.account();
    if (accountId !== undefined) return accountId;
    throw missingPermission(
      this.operation,
      'This token has no account. With an admin token or a platform key, send X-Account-Id.',
    );
  }

  /** The only visible account; undefined if all accounts are visible. Throws 404 if none is visible. */
  visibleAccount(): AccountId | undefined {
    if (this.hasNoVisibleAccount) throw new DomainError('not_found', 'There is no such resource.');
    return this.account();
  }

  /** Parses an account id of the body. Throws `error` if it is invalid or not visible, or if `X-Account-Id` is. */
  requireVisibleAccount(text: string, error: NotFound = notFound): AccountId {
    const only = this.account(error);
    const named = parseId('acct', text);
    const isVisible = only === undefined ? this.canSeeAllAccounts : only === named;
    if (named === undefined || !isVisible) throw error();
    return named;
  }

  /** As `requireVisibleAccount`. Without an id: the only visible account, or undefined if all accounts are visible. */
  optionalAccount(text: string | undefined, error: NotFound = notFound): AccountId | undefined {
    if (text !== undefined) return this.requireVisibleAccount(text, error);
    const only = this.account(error);
    if (only === undefined && !this.canSeeAllAccounts) throw error();
    return only;
  }

  private get canSeeAllAccounts(): boolean {
    return reachOf(this.principal, this.operation) === 'any';
  }

  /** The account of the header, else that of the principal. Only admins and platform keys may send another account. */
  private account(error: NotFound = notFound): AccountId | undefined {
    const own = accountOf(this.principal);
    if (this.header === undefined) return own;
    const named = parseId('acct', this.header);
    const role = roleOf(this.principal);
    if (named !== undefined && (named === own || role === 'admin' || role === 'platform_key')) return named;
    throw error('The account in X-Account-Id does not exist.');
  }
}

/** `@Scope() scope: AccountScope` */
export const Scope = createParamDecorator((_: unknown, context: ExecutionContext): AccountScope => {
  const { accountScope } = context.switchToHttp().getRequest<FastifyRequest>();
  if (accountScope === undefined)
    throw new Error(`${context.getHandler().name} runs without permissions guard`);
  return accountScope;
});
