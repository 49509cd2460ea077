import { describe, expect, it } from '@jest/globals';
import type { User } from './user.js';
import type { Session } from '../session/session.js';
import {
  aCaller,
  anAccountId,
  anApiKey,
  anEmail,
  aSession,
  aUser,
  SequentialIds,
  PlainHasher,
  principalFor,
  SteppedClock,
} from '../testing/builders.js';
import { MemoryUserDirectory } from '../memory/memory-readers.js';
import { MemoryIdentityUnitOfWork } from '../memory/memory-stores.js';
import { CreateUser } from './create-user.js';
import { DeleteUser } from './delete-user.js';
import { GetUser } from './get-user.js';
import { ListUsers } from './list-users.js';
import { UpdateUser } from './update-user.js';

function setUp(...users: User[]) {
  const unitOfWork = new MemoryIdentityUnitOfWork();
  for (const user of users) unitOfWork.state.users.set(user.id, user);
  const directory = new MemoryUserDirectory(unitOfWork);
  const hasher = new PlainHasher();
  const ids = new SequentialIds();
  const clock = new SteppedClock();
  return {
    unitOfWork,
    hasher,
    create: new CreateUser(unitOfWork, hasher, ids, clock),
    update: new UpdateUser(unitOfWork, directory, hasher, ids, clock),
    remove: new DeleteUser(unitOfWork, ids, clock),
    get: new GetUser(directory),
    list: new ListUsers(directory),
  };
}

function loggedIn({ state }: MemoryIdentityUnitOfWork, user: User, session = aSession({ userId: user.id })) {
  state.users.set(user.id, user);
  state.sessions.set(session.id, session);
  return aCaller(principalFor(user, session.id));
}

const newUser = { email: 'New@Example.com', password: 'correct horse' };
const accountKey = {
  kind: 'key',
  keyId: 'key_0' as never,
  keyKind: 'account',
  accountId: anAccountId(),
} as const;

describe('creating a user', () => {
  it.each<[string, User | undefined, Partial<User>]>([
    ['an anonymous caller', undefined, { role: 'user', accountId: undefined }],
    ['a plain user', aUser(), { role: 'user', accountId: undefined }],
    ['a member', aUser({ role: 'member' }), { role: 'user', accountId: undefined }],
    ['an admin', aUser({ role: 'admin' }), { role: 'user', accountId: undefined }],
    [
      'an owner',
      aUser({ role: 'owner', accountId: accountKey.accountId }),
      { role: 'member', accountId: accountKey.accountId },
    ],
  ])('gives the right role and account when called by %s', async (_, callingUser, expected) => {
    const { create, unitOfWork } = setUp();
    const caller = callingUser === undefined ? aCaller() : loggedIn(unitOfWork, callingUser);
    const outcome = await create.execute(caller, { ...newUser, name: ' Ada ' });
    const user = [...unitOfWork.state.users.values()].at(-1);
    expect(outcome).toEqual({ replayed: false, value: user });
    expect(user).toMatchObject({
      email: 'new@example.com',
      name: 'Ada',
      status: 'active',
      passwordHash: '1:correct horse',
      ...expected,
    });
    expect(unitOfWork.state.audit).toMatchObject([{ action: 'user.created', subjectId: user!.id }]);
  });

  it('refuses when the account was closed after its owner was authenticated', async () => {
    const owner = aUser({ role: 'owner' });
    const { create, unitOfWork } = setUp();
    const caller = loggedIn(unitOfWork, owner);
    unitOfWork.state.closedAccounts.add(owner.accountId!);
    const late = create.execute(caller, newUser);
    await expect(late).rejects.toMatchObject({ code: 'unauthorized' });
    expect([...unitOfWork.state.users.values()]).toEqual([owner]);
  });

  it('refuses a member of a suspended account', async () => {
    const owner = aUser({ role: 'owner' });
    const { create, unitOfWork } = setUp();
    const caller = loggedIn(unitOfWork, owner);
    unitOfWork.state.suspendedAccounts.add(owner.accountId!);
    await expect(create.execute(caller, newUser)).rejects.toMatchObject({ code: 'invalid_request' });
    expect([...unitOfWork.state.users.values()]).toEqual([owner]);
    expect(await create.execute(aCaller(), newUser)).toMatchObject({ value: { role: 'user' } });
  });

  it.each<[string, (owner: User) => [User, Partial<Session>]]>([
    ['logged out', (owner) => [owner, { status: 'ended' }]],
    ['suspended', (owner) => [{ ...owner, status: 'suspended' }, {}]],
  ])('refuses when the caller was %s after authentication', async (_, changeCaller) => {
    const { create, unitOfWork } = setUp();
    const [owner, change] = changeCaller(aUser({ role: 'owner' }));
    const caller = loggedIn(unitOfWork, owner, aSession({ userId: owner.id, ...change }));
    await expect(create.execute(caller, newUser)).rejects.toMatchObject({ code: 'unauthorized' });
    expect([...unitOfWork.state.users.values()]).toEqual([owner]);
  });

  it('is refused for API keys', async () => {
    const { create, hasher } = setUp();
    await expect(create.execute(aCaller(accountKey), newUser)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect(hasher.work).toBe(0);
  });

  it.each([
    { email: 'x' },
    { password: 'short' },
    { name: ' ' },
    { username: 'a b' },
    { password: newUser.email.toUpperCase() },
    { password: 'Ada Lovelace', name: 'ada lovelace' },
    { password: 'ada-lovelace', username: 'Ada-Lovelace' },
  ])('refuses %j before it hashes the password', async (invalid) => {
    const { create, hasher } = setUp();
    await expect(create.execute(aCaller(), { ...newUser, ...invalid })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(hasher.work).toBe(0);
  });
});

describe('updating a user', () => {
  it('ends the other sessions after a password change, and audits the names of fields but not their values', async () => {
    const user = aUser();
    const { update, unitOfWork } = setUp(user);
    const own = aSession({ userId: user.id });
    const other = aSession({ userId: user.id });
    for (const session of [own, other]) unitOfWork.state.sessions.set(session.id, session);
    await update.execute(aCaller(principalFor(user, own.id)), user.id, {
      name: 'Bea',
      password: 'a new password',
    });
    const { users, sessions, audit } = unitOfWork.state;
    expect(users.get(user.id)).toMatchObject({ name: 'Bea', passwordHash: '1:a new password' });
    expect(sessions.get(own.id)?.status).toBe('active');
    expect(sessions.get(other.id)).toMatchObject({ status: 'ended', endReason: 'password_changed' });
    expect(audit).toMatchObject([
      { action: 'session.ended', subjectId: other.id, details: { reason: 'password_changed' } },
      { action: 'user.updated', subjectId: user.id, details: { fields: ['name', 'password'] } },
    ]);
    expect(JSON.stringify(audit)).not.toContain('a new password');
  });

  it('ends every session when an admin sets the password', async () => {
    const user = aUser();
    const { update, unitOfWork } = setUp(user);
    const session = aSession({ userId: user.id });
    unitOfWork.state.sessions.set(session.id, session);
    const admin = loggedIn(unitOfWork, aUser({ role: 'admin' }));
    await update.execute(admin, user.id, { password: 'a new password' });
    expect(unitOfWork.state.sessions.get(session.id)?.status).toBe('ended');
  });

  it.each([{ password: 'a new password' }, { status: 'suspended' }])(
    'refuses %j from an admin who was suspended after authentication',
    async (request) => {
      const user = aUser();
      const { update, unitOfWork } = setUp(user);
      const admin = loggedIn(unitOfWork, aUser({ role: 'admin', status: 'suspended' }));
      await expect(update.execute(admin, user.id, request)).rejects.toMatchObject({ code: 'unauthorized' });
      expect(unitOfWork.state.users.get(user.id)).toEqual(user);
    },
  );

  it('writes nothing when no field was sent', async () => {
    const user = aUser();
    const { update, unitOfWork } = setUp(user);
    expect(await update.execute(aCaller(principalFor(user)), user.id, {})).toEqual(user);
    expect(unitOfWork.state.audit).toEqual([]);
  });

  it('writes nothing when every field has its current value', async () => {
    const user = aUser({ role: 'user', name: 'Ada', username: 'ada', status: 'suspended' });
    const { update, unitOfWork } = setUp(user);
    const caller = loggedIn(unitOfWork, aUser({ role: 'admin' }));
    const same = { name: ' Ada ', username: 'ada', status: 'suspended' };
    expect(await update.execute(caller, user.id, same)).toEqual(user);
    expect(unitOfWork.state.users.get(user.id)).toEqual(user);
    expect(unitOfWork.state.audit).toEqual([]);
  });

  it('refuses to suspend the last active admin, but not one of two', async () => {
    const admin = aUser({ role: 'admin' });
    const other = aUser({ role: 'admin', status: 'suspended' });
    const { update, unitOfWork } = setUp(admin, other);
    const caller = loggedIn(unitOfWork, admin);
    const suspending = () => update.execute(caller, admin.id, { status: 'suspended', name: 'Gone' });
    await expect(suspending()).rejects.toMatchObject({ code: 'invalid_request' });
    expect(unitOfWork.state.users.get(admin.id)).toEqual(admin);
    await update.execute(caller, other.id, { status: 'active' });
    expect(await suspending()).toMatchObject({ status: 'suspended' });
  });

  it.each<[string, object]>([
    ['the email', { password: 'ada@example.com' }],
    ['the username', { password: 'ada-lovelace' }],
    ['the name', { password: 'Ada Lovelace' }],
    ['a name of the same request', { password: 'Countess Ada', name: 'Countess Ada' }],
    ['a username of the same request', { password: 'countess', username: 'countess' }],
  ])('refuses %s of the user as password', async (_, request) => {
    const email = anEmail('ada@example.com');
    const user = aUser({ email, username: 'ada-lovelace', name: 'Ada Lovelace' });
    const { update, unitOfWork, hasher } = setUp(user);
    const attempt = update.execute(loggedIn(unitOfWork, user), user.id, request);
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_request' });
    expect(hasher.work).toBe(0);
  });

  it('checks the current password if it is sent, and changes nothing if it is wrong', async () => {
    const user = aUser();
    const { update, unitOfWork } = setUp(user);
    const caller = loggedIn(unitOfWork, user);
    const request = { name: 'Bea', password: 'a new password' };
    const wrong = update.execute(caller, user.id, request, 'another password');
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(unitOfWork.state.users.get(user.id)).toEqual(user);
    await update.execute(caller, user.id, request, 'a fine password');
    expect(unitOfWork.state.users.get(user.id)).toMatchObject({ passwordHash: '1:a new password' });
    expect(unitOfWork.state.audit.at(-1)).toMatchObject({ details: { fields: ['name', 'password'] } });
  });

  it('is a conflict if the password was replaced after the current one was checked', async () => {
    const user = aUser();
    const { update, unitOfWork, hasher } = setUp(user);
    const replaced = { ...user, passwordHash: '1:replaced meanwhile' };
    const verify = hasher.verify.bind(hasher);
    hasher.verify = async (...arguments_) => {
      const matches = await verify(...arguments_);
      unitOfWork.state.users.set(user.id, replaced);
      return matches;
    };
    const attempt = update.execute(loggedIn(unitOfWork, user), user.id, { name: 'Bea' }, 'a fine password');
    await expect(attempt).rejects.toMatchObject({ code: 'conflict' });
    expect(unitOfWork.state.users.get(user.id)).toEqual(replaced);
  });

  it('does not check the current password for a caller without permission', async () => {
    const user = aUser();
    const { update, hasher } = setUp(user);
    const attempt = update.execute(aCaller(principalFor(aUser())), user.id, {}, 'a fine password');
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
    expect(hasher.work).toBe(0);
  });

  it('does not hash a password for a caller without permission', async () => {
    const user = aUser();
    const { update, hasher } = setUp(user);
    const attempt = update.execute(aCaller(principalFor(aUser())), user.id, { password: 'a new password' });
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
    expect(hasher.work).toBe(0);
  });
});

describe('deleting a user', () => {
  it('refuses the owner of an open account and the last active admin, and names the remedy', async () => {
    const owner = aUser({ role: 'owner' });
    const admin = aUser({ role: 'admin' });
    const suspended = aUser({ role: 'admin', status: 'suspended' });
    const { remove, unitOfWork } = setUp(owner, admin, suspended);
    const caller = aCaller(principalFor(admin));
    await expect(remove.execute(caller, owner.id)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Close the account'),
    });
    await expect(remove.execute(caller, admin.id)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('another admin'),
    });
    expect(await remove.execute(caller, suspended.id)).toBe(suspended.id);
    unitOfWork.state.closedAccounts.add(owner.accountId!);
    expect(await remove.execute(caller, owner.id)).toBe(owner.id);
    expect([...unitOfWork.state.users.keys()]).toEqual([admin.id]);
  });

  it('revokes the platform keys of an admin, and no others', async () => {
    const [admin, other] = [aUser({ role: 'admin' }), aUser({ role: 'admin' })];
    const { remove, unitOfWork } = setUp(admin, other);
    const own = anApiKey({ createdBy: other.id });
    const kept = [
      anApiKey({ createdBy: admin.id }),
      anApiKey(),
      anApiKey({ kind: 'account', accountId: anAccountId(), createdBy: other.id }),
    ];
    for (const apiKey of [own, ...kept]) unitOfWork.state.apiKeys.set(apiKey.id, apiKey);
    await remove.execute(aCaller(principalFor(admin)), other.id);
    const { apiKeys, audit } = unitOfWork.state;
    expect(apiKeys.get(own.id)).toMatchObject({ status: 'revoked' });
    expect(kept.map(({ id }) => apiKeys.get(id))).toEqual(kept);
    expect(audit).toMatchObject([
      { action: 'user.deleted', subjectId: other.id },
      { action: 'api_key.revoked', subjectId: own.id, details: { reason: 'creator_deleted' } },
    ]);
  });

  it('responds to a malformed id as to an unknown user', async () => {
    const { remove } = setUp();
    for (const role of ['user', 'admin'] as const) {
      const caller = aCaller(principalFor(aUser({ role })));
      await expect(remove.execute(caller, undefined)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('getting and listing users', () => {
  it('shows an owner the users of its account and an admin all users', async () => {
    const accountId = anAccountId();
    const owner = aUser({ role: 'owner', accountId });
    const member = aUser({ role: 'member', accountId });
    const stranger = aUser();
    const { get, list } = setUp(owner, member, stranger);
    const page = { page: 1, limit: 10 };
    expect(await list.execute(principalFor(owner), {}, page)).toEqual({ items: [member, owner], total: 2 });
    expect((await list.execute(principalFor(aUser({ role: 'admin' })), {}, page)).total).toBe(3);
    await expect(list.execute(principalFor(member), {}, page)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await get.execute(principalFor(owner), member.id)).toBe(member);
    for (const id of [stranger.id, aUser().id, undefined]) {
      await expect(get.execute(principalFor(owner), id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it.each(['Zo\u00eb', 'Zoe\u0308'])(
    'finds names in composed and decomposed Unicode by %s',
    async (search) => {
      const { create, list } = setUp();
      const inputs = [{ name: 'Zo\u00eb' }, { name: 'Zoe\u0308', email: 'zoe\u0308@example.com' }];
      for (const input of inputs) await create.execute(aCaller(), { ...newUser, ...input });
      const admin = principalFor(aUser({ role: 'admin' }));
      expect((await list.execute(admin, { search }, { page: 1, limit: 10 })).total).toBe(2);
    },
  );
});
