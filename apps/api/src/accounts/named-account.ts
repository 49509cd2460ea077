import { AccountDirectory } from '@florin/accounts';
import type { OperationName } from '@florin/identity';
import { type AccountId, type CursorPage, DomainError } from '@florin/kernel';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { actedFor } from '../auth/caller.js';
import { seenAccountOf, seesNothing } from '../auth/seen-account.js';

/** The account that `X-Account-Id` names, for lists of what belongs to it. */
@Injectable()
export class NamedAccount {
  constructor(private readonly accounts: AccountDirectory) {}

  /**
   * A page of the things that exist for the caller, read with the account they must belong to, if it must be one. Who
   * has no account is not refused a list: nothing is on it, and a refusal would make clients ask for a new token.
   */
  async seenPage<Thing>(
    request: FastifyRequest,
    operation: OperationName,
    read: (seen: AccountId | undefined) => Promise<CursorPage<Thing>>,
  ): Promise<CursorPage<Thing>> {
    if (seesNothing(request, operation)) return { items: [], hasMore: false };
    return this.pageOf(request, await read(seenAccountOf(request, operation)));
  }

  /**
   * The page as it is, unless it is empty because there is no such account: a slip in the id would look like an answer.
   * A page with something on it shows that there is one, so only empty ones cost a look.
   */
  async pageOf<Thing>(request: FastifyRequest, page: CursorPage<Thing>): Promise<CursorPage<Thing>> {
    if (page.items.length > 0 || request.headers['x-account-id'] === undefined) return page;
    const accountId = actedFor(request);
    if (accountId === undefined || (await this.accounts.find(accountId)) === undefined) {
      throw new DomainError('not_found', 'X-Account-Id names no account.');
    }
    return page;
  }
}
