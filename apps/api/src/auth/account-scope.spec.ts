import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { ANONYMOUS, type OperationName, type Principal } from '@florin/identity';
import { SequentialIds } from '@florin/identity/testing';
import { DomainError } from '@florin/kernel';
import { AccountScope } from './account-scope.js';

const ids = new SequentialIds();
const own = ids.next('acct');
const other = ids.next('acct');
const user = { kind: 'user', userId: ids.next('user'), sessionId: ids.next('sess') } as const;
const key = { kind: 'key', keyId: ids.next('key') } as const;

const PRINCIPALS = {
  anonymous: ANONYMOUS,
  user: { ...user, role: 'user' },
  member: { ...user, role: 'member', accountId: own },
  owner: { ...user, role: 'owner', accountId: own },
  admin: { ...user, role: 'admin' },
  account_key: { ...key, keyKind: 'account', accountId: own },
  platform_key: { ...key, keyKind: 'platform' },
} as const satisfies Record<string, Principal>;

const scopeOf = (
  role: keyof typeof PRINCIPALS,
  header?: string,
  operation: OperationName = 'transactions.get',
): AccountScope => new AccountScope(PRINCIPALS[role], operation, header);

const headerNotFound = expect.objectContaining({
  code: 'not_found',
  message: 'The account in X-Account-Id does not exist.',
});
const notFound = expect.objectContaining({ code: 'not_found' });

describe.each(['member', 'owner', 'account_key'] as const)('the account scope of %s', (role) => {
  it.each([undefined, own])('is its own account, with X-Account-Id %p', (header) => {
    const scope = scopeOf(role, header);
    expect([scope.requireAccount(), scope.visibleAccount(), scope.hasNoVisibleAccount]).toEqual([
      own,
      own,
      false,
    ]);
    expect(scope.requireVisibleAccount(own)).toBe(own);
    expect([scope.optionalAccount(own), scope.optionalAccount(undefined)]).toEqual([own, own]);
    expect(() => scope.optionalAccount(other)).toThrow(notFound);
    for (const text of [other, 'acct_nonsense', ''])
      expect(() => scope.requireVisibleAccount(text)).toThrow(notFound);
  });

  it.each([other, 'acct_nonsense', '', `${own},${other}`])('is empty with X-Account-Id %p', (header) => {
    const scope = scopeOf(role, header);
    for (const read of [
      () => scope.requireAccount(),
      () => scope.visibleAccount(),
      () => scope.hasNoVisibleAccount,
      () => scope.requireVisibleAccount(own),
      () => scope.optionalAccount(undefined),
    ])
      expect(read).toThrow(headerNotFound);
  });
});

describe.each(['admin', 'platform_key'] as const)('the account scope of %s', (role) => {
  it('is all accounts, without one to act for', () => {
    const scope = scopeOf(role, undefined, 'account.close');
    expect([scope.visibleAccount(), scope.hasNoVisibleAccount]).toEqual([undefined, false]);
    expect(scope.requireVisibleAccount(other)).toBe(other);
    expect([scope.optionalAccount(other), scope.optionalAccount(undefined)]).toEqual([other, undefined]);
    expect(() => scope.requireVisibleAccount('acct_nonsense')).toThrow(notFound);
    expect(() => scope.requireAccount()).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });

  it('is the account in X-Account-Id', () => {
    const scope = scopeOf(role, other);
    expect([scope.requireAccount(), scope.visibleAccount(), scope.hasAccountHeader]).toEqual([
      other,
      other,
      true,
    ]);
    expect(() => scope.requireVisibleAccount(own)).toThrow(notFound);
    expect(scope.optionalAccount(undefined)).toBe(other);
    expect(() => scope.optionalAccount(own)).toThrow(notFound);
    expect(() => scopeOf(role, 'acct_nonsense').visibleAccount()).toThrow(headerNotFound);
  });
});

describe.each(['anonymous', 'user'] as const)('the account scope of %s', (role) => {
  it('is empty', () => {
    const scope = scopeOf(role);
    expect(scope.hasNoVisibleAccount).toBe(true);
    expect(() => scope.visibleAccount()).toThrow(notFound);
    expect(() => scope.requireVisibleAccount(own)).toThrow(notFound);
    expect(() => scope.optionalAccount(undefined)).toThrow(notFound);
    expect(() => scope.requireAccount()).toThrow(expect.objectContaining({ code: 'unauthorized' }));
    expect(() => scopeOf(role, own).hasNoVisibleAccount).toThrow(headerNotFound);
  });
});

describe('an account scope', () => {
  it('throws the error of its caller for an account that is not visible, also for the header', () => {
    const error = (message = 'none') => new DomainError('conflict', message);
    expect(() => scopeOf('owner').requireVisibleAccount(other, error)).toThrow(error());
    expect(() => scopeOf('owner', other).requireVisibleAccount(own, error)).toThrow(
      error('The account in X-Account-Id does not exist.'),
    );
  });

  it('has the name of the principal as events record it', () => {
    expect(scopeOf('owner').actor).toBe(user.userId);
    expect(scopeOf('account_key').actor).toBe(key.keyId);
  });
});
