import {
  accountOf,
  nameOf,
  type OperationName,
  PERMISSIONS,
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

/** Makes the error for an account that does not exist for the caller. */
export type NotFound = (message?: string) => Error;

const notFound: NotFound = (message = 'There is no such account.') => new DomainError('not_found', message);

/**
 * Which accounts a request may see and act for, by its principal, its operation and `X-Account-Id`. What is out of scope
 * does not exist: 404. Nothing is thrown before a handler asks, so that a malformed body is 400 for every caller.
 */
export class AccountScope {
  constructor(
    private readonly principal: Principal,
    private readonly operation: OperationName,
    /** `X-Account-Id` as it was sent. */
    private readonly header: string | undefined,
  ) {}

  /** The principal's name, as events record it. */
  get actor(): string {
    return nameOf(this.principal);
  }

  get hasAccountHeader(): boolean {
    return this.header !== undefined;
  }

  /** No account is visible: the caller has none and may not see all. Lists are empty then. */
  get hasNoVisibleAccount(): boolean {
    return this.account() === undefined && !this.canSeeAllAccounts;
  }

  /** The account acted for. Throws the operation's refusal if there is none. */
  requireAccount(): AccountId {
    const accountId = this.account();
    if (accountId !== undefined) return accountId;
    throw new DomainError(
      PERMISSIONS[this.operation].refusal,
      'This token belongs to no account. An admin or platform token names one with X-Account-Id.',
    );
  }

  /** The only account whose objects are visible; undefined if those of all accounts are. Throws 404 if none is visible. */
  visibleAccount(): AccountId | undefined {
    if (this.hasNoVisibleAccount) throw new DomainError('not_found', 'There is no such resource.');
    return this.account();
  }

  /** The account that a body names. Throws `error` if it is not visible or not an id, or if the header names no account. */
  requireVisibleAccount(text: string, error: NotFound = notFound): AccountId {
    const only = this.account(error);
    const named = parseId('acct', text);
    const isVisible = only === undefined ? this.canSeeAllAccounts : only === named;
    if (named === undefined || !isVisible) throw error();
    return named;
  }

  private get canSeeAllAccounts(): boolean {
    return reachOf(this.principal, this.operation) === 'any';
  }

  /** The account of the header, for admins and platform keys any; otherwise the principal's own. */
  private account(error: NotFound = notFound): AccountId | undefined {
    const own = accountOf(this.principal);
    if (this.header === undefined) return own;
    const named = parseId('acct', this.header);
    const role = roleOf(this.principal);
    if (named !== undefined && (named === own || role === 'admin' || role === 'platform_key')) return named;
    throw error('X-Account-Id names no account.');
  }
}

/** `@Scope() scope: AccountScope` */
export const Scope = createParamDecorator((_: unknown, context: ExecutionContext): AccountScope => {
  const { accountScope } = context.switchToHttp().getRequest<FastifyRequest>();
  if (accountScope === undefined)
    throw new Error(`${context.getHandler().name} runs without permissions guard`);
  return accountScope;
});
