import { expect, it } from '@jest/globals';
import { MINUTE_MS } from '@florin/kernel';
import type { Caller } from '../audit/audit.js';
import { DeleteUser } from '../user/delete-user.js';
import { UpdateUser } from '../user/update-user.js';
import { CreateAdmin } from '../user/create-admin.js';
import { EnsureFirstAdmin } from '../user/ensure-first-admin.js';
import { change, type User } from '../user/user.js';
import { aCaller, anEmail, aSession, aUser, PlainHasher, principalFor } from './builders.js';
import type { IdentityHarness } from './identity.harness.js';

type Use = () => IdentityHarness;

export const addUser = async (
  { unitOfWork, ids }: IdentityHarness,
  overrides: Partial<User> = {},
): Promise<User> => {
  const user = aUser({ id: ids.next('user'), ...overrides });
  await unitOfWork.run(({ users }) => users.add(user));
  return user;
};

const logIn = async ({ unitOfWork, ids }: IdentityHarness, user: User): Promise<Caller> => {
  const session = aSession({ id: ids.next('sess'), userId: user.id });
  await unitOfWork.run(({ sessions }) => sessions.add(session));
  return aCaller(principalFor(user, session.id));
};

export function userStores(use: Use): void {
  it('creates one first admin when several instances start together', async () => {
    const { unitOfWork, users, ids, clock } = use();
    const email = anEmail();
    const starts = Array.from({ length: 4 }, () =>
      new EnsureFirstAdmin(users, new CreateAdmin(unitOfWork, new PlainHasher(), ids, clock)).execute({
        email,
        password: 'correct horse',
      }),
    );
    const outcomes = await Promise.all(starts);
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(await users.hasAdmin()).toBe(true);
    expect(await users.findByLogin(email)).toMatchObject({
      role: 'admin',
      status: 'active',
      accountId: undefined,
    });
  });

  it('stores a user unchanged and finds it by id, email and username, ignoring case', async () => {
    const harness = use();
    const accountId = await harness.openAccount();
    const user = await addUser(harness, { role: 'member', accountId, username: 'Ada.L', name: 'Grüße 🪙' });
    expect(await harness.users.find(user.id)).toEqual(user);
    for (const login of [user.email, user.email.toUpperCase(), 'ada.l', 'ADA.L']) {
      expect(await harness.users.findByLogin(login)).toEqual(user);
    }
    for (const login of ['ada', 'ada.l@', '@', '%', `${user.email}x`]) {
      expect(await harness.users.findByLogin(login)).toBeUndefined();
    }
  });

  it('saves a change, and refuses an email or username of another user', async () => {
    const harness = use();
    const other = await addUser(harness, { username: 'taken' });
    const user = await addUser(harness);
    const later = harness.clock.advance(MINUTE_MS);
    const changed = change(user, { name: 'New', status: 'suspended', passwordHash: 'x' }, later);
    await harness.unitOfWork.run(({ users }) => users.save(changed));
    expect(await harness.users.find(user.id)).toEqual(changed);

    const save = (taken: Partial<User>) =>
      harness.unitOfWork.run(({ users }) => users.save({ ...changed, ...taken }));
    await expect(save({ email: other.email })).rejects.toMatchObject({ code: 'email_exists' });
    await expect(save({ username: 'TAKEN' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await harness.users.find(user.id)).toEqual(changed);
  });

  it('accepts an email once among concurrent sign-ups', async () => {
    const harness = use();
    const email = anEmail();
    const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => addUser(harness, { email })));
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(refused).toHaveLength(11);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'email_exists' });
  });

  it('deletes a user with its sessions', async () => {
    const harness = use();
    const user = await addUser(harness);
    const session = aSession({ id: harness.ids.next('sess'), userId: user.id });
    await harness.unitOfWork.run(({ sessions }) => sessions.add(session));
    await harness.unitOfWork.run(({ users }) => users.remove(user));
    expect(await harness.users.find(user.id)).toBeUndefined();
    expect(await harness.sessionStatus.findSession(session.id)).toBeUndefined();
    await harness.unitOfWork.run(async ({ users, sessions }) => {
      expect(await users.lock(user.id)).toBeUndefined();
      expect(await sessions.lock(session.id)).toBeUndefined();
    });
    await addUser(harness, { email: user.email });
  });

  it('refuses one of two last admins that delete each other concurrently', async () => {
    const harness = use();
    const { unitOfWork, users, ids, clock } = harness;
    const [first] = (await users.list({}, { page: 1, limit: 100 })).items.filter(
      ({ role }) => role === 'admin',
    );
    const second = await addUser(harness, { role: 'admin' });
    const remove = new DeleteUser(unitOfWork, ids, clock);
    const outcomes = await Promise.allSettled([
      remove.execute(aCaller(principalFor(first!)), second.id),
      remove.execute(aCaller(principalFor(second)), first!.id),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'forbidden' },
    });
    expect(await users.hasAdmin()).toBe(true);
  });

  it('refuses one of two last active admins that suspend each other concurrently', async () => {
    const harness = use();
    const { unitOfWork, users, ids, clock } = harness;
    const admins = (await users.list({}, { page: 1, limit: 100 })).items.filter(
      ({ role }) => role === 'admin',
    );
    const first = admins.find(({ status }) => status === 'active');
    const second = await addUser(harness, { role: 'admin' });
    const update = new UpdateUser(unitOfWork, users, new PlainHasher(), ids, clock);
    const suspended = { status: 'suspended' };
    const outcomes = await Promise.allSettled([
      update.execute(await logIn(harness, first!), second.id, suspended),
      update.execute(await logIn(harness, second), first!.id, suspended),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    // The second request finds its caller suspended, or the last active admin.
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: expect.stringMatching(/^(unauthorized|invalid_request)$/) as unknown },
    });
  });

  it('returns the users of an account and whether it is suspended or closed', async () => {
    const harness = use();
    const accountId = await harness.openAccount();
    const owner = await addUser(harness, { role: 'owner', accountId });
    const member = await addUser(harness, { role: 'member', accountId });
    const readAccountUsers = () =>
      harness.unitOfWork.run(async ({ users }) => ({
        owner: await users.lockOwner(accountId),
        users: await users.lockByAccount(accountId),
        ownerOwns: await users.ownsOpenAccount(owner),
        memberOwns: await users.ownsOpenAccount(member),
        isClosed: await users.isAccountClosed(member),
        state: await users.lockAccountShared(accountId),
      }));
    const whileOpen = { ownerOwns: true, memberOwns: false, isClosed: false, state: 'open' };
    expect(await readAccountUsers()).toEqual({ owner, users: [owner, member], ...whileOpen });
    await harness.suspendAccount(accountId);
    expect(await readAccountUsers()).toMatchObject({ ownerOwns: true, isClosed: false, state: 'suspended' });
    await harness.closeAccount(accountId);
    expect(await readAccountUsers()).toMatchObject({ ownerOwns: false, isClosed: true, state: 'closed' });
  });

  it('lists users that match every filter, newest first, in pages', async () => {
    const harness = use();
    const accountId = await harness.openAccount();
    const first = await addUser(harness, { role: 'owner', accountId, name: '100% Ada Ärger' });
    const second = await addUser(harness, { role: 'member', accountId, name: 'Bo_b', status: 'suspended' });
    const third = await addUser(harness, { role: 'member', accountId, email: anEmail('ZOE_1@example.org') });
    const list = async (filter: object, page = 1, limit = 2) =>
      harness.users.list({ accountId, ...filter }, { page, limit });

    expect(await list({})).toEqual({ items: [third, second], total: 3 });
    expect(await list({}, 2)).toEqual({ items: [first], total: 3 });
    expect(await list({}, 9)).toEqual({ items: [], total: 3 });
    expect(await list({ status: 'suspended' })).toEqual({ items: [second], total: 1 });
    expect(await list({ search: 'aDA' })).toEqual({ items: [first], total: 1 });
    expect(await list({ search: 'äRG' })).toEqual({ items: [first], total: 1 });
    expect(await list({ search: '@EXAMPLE.ORG' })).toEqual({ items: [third], total: 1 });
    expect(await list({ search: '%' })).toEqual({ items: [first], total: 1 });
    expect(await list({ search: '_' })).toEqual({ items: [third, second], total: 2 });
    expect(await list({ search: '\\' })).toEqual({ items: [], total: 0 });
  });
}
