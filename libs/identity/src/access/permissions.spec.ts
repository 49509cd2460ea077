import { describe, expect, it } from '@jest/globals';
import { anAccountId, aUserPrincipal } from '../testing/builders.js';
import { TokenRejected } from '../errors.js';
import { authorize, reachOf, refusalOf } from './access.js';
import { OPERATIONS, PERMISSIONS, REACHES, type Refusal } from './permissions.js';
import { type Principal, type Role, roleOf, ROLES } from './principal.js';

const accountId = anAccountId();
const keyId = 'key_00000000000000000000000000' as never;
const PRINCIPALS: Readonly<Record<Role, Principal>> = {
  anonymous: { kind: 'anonymous' },
  user: aUserPrincipal('user'),
  member: aUserPrincipal('member', { accountId }),
  owner: aUserPrincipal('owner', { accountId }),
  account_key: { kind: 'key', keyId, keyKind: 'account', accountId },
  platform_key: { kind: 'key', keyId, keyKind: 'platform' },
  admin: aUserPrincipal('admin'),
};

describe('permission table', () => {
  it('has each route once', () => {
    const routes = OPERATIONS.map((name) => `${PERMISSIONS[name].method} ${PERMISSIONS[name].path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it.each(OPERATIONS)('defines the scope of every role for %s', (name) => {
    const { reach, path } = PERMISSIONS[name];
    expect(Object.keys(reach).sort()).toEqual([...ROLES].sort());
    for (const role of ROLES) expect(REACHES).toContain(reach[role]);
    expect(path).toMatch(/^\/v1\/[a-z_{}/]+$/);
  });

  it('permits anonymous callers to log in, refresh, reset a password and sign up, and nothing else', () => {
    const open = OPERATIONS.filter((name) => PERMISSIONS[name].reach.anonymous !== 'none');
    expect(open).toEqual([
      'auth.login',
      'auth.refresh',
      'auth.password_reset',
      'users.create',
      'accounts.create',
    ]);
  });

  it('denies platform keys users, sessions, API keys and the audit trail, and permits everything else that admins may do', () => {
    for (const name of OPERATIONS) {
      const { admin, platform_key } = PERMISSIONS[name].reach;
      const isDenied = /^(users|sessions|api_keys|audit)\./.test(name);
      expect([name, platform_key]).toEqual([name, isDenied ? 'none' : admin]);
    }
  });

  it('refuses with 403, except older operations that respond 401 for compatibility', () => {
    const refusing = (refusal: Refusal) => OPERATIONS.filter((name) => PERMISSIONS[name].refusal === refusal);
    expect(refusing('forbidden')).toEqual([
      'sessions.list',
      'users.list',
      'users.delete',
      'api_keys.create',
      'api_keys.list',
      'api_keys.revoke',
      'audit.list',
      'accounts.list',
      'accounts.get',
      'accounts.set_status',
      'account.get',
      'account.close',
      'account.balance',
      'account.log_head',
      'account.statement',
      'account.activity',
      'admin.activity',
      'admin.health',
      'transactions.create_batch',
      'transactions.settle',
      'transactions.entries',
      'transfers.create',
      'transfers.list',
      'transfers.get',
      'transfers.cancel',
      'transfers.settle',
      'events.list',
      'payments.list',
      'payments.get',
      'payments.cancel',
      'payments.send_email',
      'refunds.create',
      'refunds.list',
      'refunds.get',
      'subscriptions.create',
      'subscriptions.list',
      'subscriptions.get',
      'subscriptions.update',
      'subscriptions.cancel',
      'webhook_endpoints.create',
      'webhook_endpoints.list',
      'webhook_endpoints.get',
      'webhook_endpoints.update',
      'webhook_endpoints.delete',
      'webhook_endpoints.rotate_secret',
      'webhook_endpoints.test',
      'webhook_endpoints.replay',
      'webhook_deliveries.list',
      'webhook_deliveries.get',
      'webhook_deliveries.retry',
      'reconciliations.create',
      'reconciliations.list',
      'reconciliations.get',
      'reconciliations.lines',
    ]);
    // A caller that may not see a user must not learn that it exists.
    expect(refusing('not_found')).toEqual(['users.get', 'users.update']);
  });

  it.each(ROLES)('decides for a caller with the role %s', (role) => {
    const principal = PRINCIPALS[role];
    expect(roleOf(principal)).toBe(role);
    for (const name of OPERATIONS) {
      const { reach, refusal } = PERMISSIONS[name];
      expect(reachOf(principal, name)).toBe(reach[role]);
      if (reach[role] !== 'none') {
        expect(authorize(principal, name)).toBe(reach[role]);
        continue;
      }
      const code = role === 'anonymous' ? 'unauthorized' : refusal;
      const text = role === 'anonymous' ? 'is required' : refusal === 'not_found' ? 'no such' : 'not permit';
      expect(refusalOf(principal, name)).toMatchObject({ code, message: expect.stringContaining(text) });
      const error = refusalOf(principal, name);
      const isScope = role !== 'anonymous' && refusal === 'unauthorized';
      expect(error instanceof TokenRejected && error.problem).toBe(isScope && 'insufficient_scope');
      expect(() => authorize(principal, name)).toThrow(expect.objectContaining({ code }));
    }
  });
});
