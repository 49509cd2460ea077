import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS, type OperationName, PERMISSIONS, type Role, ROLES } from '@florin/identity';
import { idFromUuid, type Prefix, uuidV7Source } from '@florin/kernel';
import {
  addKey,
  addUser,
  ADMIN,
  logIn,
  openAccount,
  outcomeOf,
  PASSWORD,
  WITH_ADMIN,
} from '../support/account-holders.js';
import {
  PERMISSION_CASES,
  type PermissionCase,
  type AccountAccess,
  type CallerContext,
  type Target,
  TARGETS,
} from '../support/permission-cases.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;
let adminToken: string;
let platformKey: string;

beforeAll(async () => {
  api = await startApi({ environment: { ...WITH_ADMIN, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'on' } });
  adminToken = (await logIn(api, ADMIN.email, ADMIN.password)).access_token;
  platformKey = await addKey(api, adminToken);
});
afterAll(() => api.stop());

const nextUuid = uuidV7Source(Date.now, () => randomInt(2 ** 32));
const STATUS = { unauthorized: 401, forbidden: 403, not_found: 404 } as const;

async function anAccountAccess(): Promise<AccountAccess & { readonly email: string }> {
  const { id, token, email } = await openAccount(api);
  return { accountId: id, ownerToken: token, email };
}

/** A caller with the role, its own account if it has one, and another account. */
async function newContext(role: Role): Promise<CallerContext> {
  const own = await anAccountAccess();
  const context = {
    api,
    role,
    adminToken,
    own,
    foreign: await anAccountAccess(),
    token: undefined,
    userId: undefined,
    credentials: undefined,
  };
  switch (role) {
    case 'anonymous':
      return context;
    case 'user':
    case 'member': {
      const { id: userId, token, email } = await addUser(api, role === 'member' ? own.ownerToken : undefined);
      return { ...context, userId, token, credentials: { email, password: PASSWORD } };
    }
    case 'owner':
      return { ...context, token: own.ownerToken, credentials: { email: own.email, password: PASSWORD } };
    case 'account_key':
      return { ...context, token: await addKey(api, own.ownerToken) };
    case 'platform_key':
      return { ...context, token: platformKey };
    case 'admin':
      return { ...context, token: adminToken, credentials: ADMIN };
  }
}

const contexts = new Map<Role, CallerContext>();

async function contextFor(
  role: Role,
  { endsCallerAccess = false }: Pick<PermissionCase, 'endsCallerAccess'>,
): Promise<CallerContext> {
  const context = (endsCallerAccess ? undefined : contexts.get(role)) ?? (await newContext(role));
  if (!endsCallerAccess) contexts.set(role, context);
  return context;
}

async function idFor(trial: PermissionCase, context: CallerContext, target: Target): Promise<string> {
  if (trial.prefix === undefined || trial.createTarget === undefined) return '';
  if (target === 'own' || target === 'foreign') return trial.createTarget(context, target);
  if (target === 'random') return idFromUuid(trial.prefix as Prefix, nextUuid());
  return `${trial.prefix}_not-an-id`;
}

function expected(name: OperationName, trial: PermissionCase, role: Role, target: Target): string {
  const { reach, refusal } = PERMISSIONS[name];
  const success = String(trial.success);
  if (reach[role] === 'none')
    return role === 'anonymous' ? '401 unauthorized' : `${STATUS[refusal]} ${refusal}`;
  if (trial.prefix === undefined) return success;
  const { hiddenError = '404 not_found' } = trial;
  const isVisible = target === 'own' || (target === 'foreign' && reach[role] === 'any');
  // A user without an account owns no resources.
  const ownsNothing = role === 'user' && reach[role] === 'own';
  if (isVisible && !ownsNothing) return success;
  return typeof hiddenError === 'string' ? hiddenError : hiddenError(target);
}

async function outcomeFor(
  name: OperationName,
  trial: PermissionCase,
  context: CallerContext,
  target: Target,
): Promise<string> {
  const { method, path } = PERMISSIONS[name];
  const id = await idFor(trial, context, target);
  const options = (await trial.request?.(id, context)) ?? {};
  const withToken =
    trial.isUnauthenticated === true || context.token === undefined
      ? options
      : { ...options, token: context.token };
  return outcomeOf(
    await api.request(method, path.replace(/\{[a-z_]+\}/, id) + (trial.query ?? ''), withToken),
  );
}

const operationsInDocument = async (): Promise<string[]> => {
  const { body } = await api.request('GET', '/openapi.json');
  const { paths } = body as unknown as { paths: Record<string, Record<string, { 'x-operation': string }>> };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([, methods]) => Object.values(methods).map((operation) => operation['x-operation']));
};

describe('the permission matrix', () => {
  it('has a case for every route, and every route has a row in the table', async () => {
    const operations = await operationsInDocument();
    expect(operations.length).toBeGreaterThan(20);
    for (const name of operations) {
      expect(OPERATIONS).toContain(name);
      expect([
        name,
        PERMISSION_CASES[name as OperationName] === undefined ? 'has no case' : 'has a case',
      ]).toEqual([name, 'has a case']);
    }
  });

  const cases = Object.entries(PERMISSION_CASES) as [OperationName, PermissionCase][];
  it.each(cases)(
    'holds for %s',
    async (name, trial) => {
      const found: Record<string, string> = {};
      const wanted: Record<string, string> = {};
      for (const role of ROLES) {
        for (const target of trial.prefix === undefined ? (['own'] as const) : TARGETS) {
          const context = await contextFor(role, trial);
          found[`${role} ${target}`] = await outcomeFor(name, trial, context, target);
          wanted[`${role} ${target}`] = expected(name, trial, role, target);
        }
      }
      expect(found).toEqual(wanted);
    },
    60_000,
  );
});

describe('a resource that the caller may not see', () => {
  it.each(['users.get', 'users.update', 'transactions.get', 'transfers.get', 'payments.get'] as const)(
    'gets the same response whether it exists or not: %s',
    async (name) => {
      const trial = PERMISSION_CASES[name]!;
      const context = await newContext('owner');
      const responses = new Set<string>();
      for (const target of ['foreign', 'random', 'malformed'] as const) {
        const id = await idFor(trial, context, target);
        const options = { ...(await trial.request?.(id, context)), token: context.token! };
        const { method, path } = PERMISSIONS[name];
        const { status, text } = await api.request(method, path.replace(/\{[a-z_]+\}/, id), options);
        responses.add(`${status} ${text}`);
      }
      expect(responses.size).toBe(1);
    },
  );

  it.each(['transactions', 'payments', 'subscriptions'] as const)(
    'is not in the list of %s of a user without an account',
    async (resource) => {
      const context = await newContext('user');
      await PERMISSION_CASES[`${resource}.get`]!.createTarget!(context, 'foreign');
      for (const query of ['', '?limit=1&status=canceled']) {
        const { status, body } = await api.request('GET', `/v1/${resource}${query}`, {
          token: context.token!,
        });
        expect({ status, body }).toEqual({
          status: 200,
          body: { object: 'list', data: [], has_more: false },
        });
      }
      const options = { token: context.token!, headers: { 'x-account-id': context.foreign.accountId } };
      expect(outcomeOf(await api.request('GET', `/v1/${resource}`, options))).toBe('404 not_found');
    },
  );

  it('has no password or username that the owner of its account can change', async () => {
    const context = await newContext('owner');
    const member = await addUser(api, context.own.ownerToken);
    for (const body of [
      { password: PASSWORD },
      { username: 'new-name' },
      { name: 'Fine', password: PASSWORD },
    ]) {
      const response = await api.request('PATCH', `/v1/users/${member.id}`, { token: context.token!, body });
      expect(outcomeOf(response)).toBe('401 unauthorized');
    }
  });
});
