import { expect, it } from '@jest/globals';
import { MINUTE_MS } from '@florin/kernel';
import { OpenPasswordReset } from '../password-reset/open-password-reset.js';
import { type PasswordReset, requestReset, use } from '../password-reset/password-reset.js';
import { ResetPassword } from '../password-reset/reset-password.js';
import { UpdateUser } from '../user/update-user.js';
import type { User } from '../user/user.js';
import { aCaller, aSession, PlainHasher, PlainResetTokens, principalFor } from './builders.js';
import type { IdentityHarness } from './identity.harness.js';
import { addUser } from './users.contract.js';

async function addReset(
  { unitOfWork, ids, clock }: IdentityHarness,
  user: User | undefined,
): Promise<PasswordReset> {
  const reset = requestReset(ids.next('pwr'), user?.id, clock.now());
  await unitOfWork.run(async ({ passwordResets, passwordResetMails }) => {
    await passwordResets.add(reset);
    await passwordResetMails.add(reset);
  });
  return reset;
}

async function logIn({ unitOfWork, ids, clock }: IdentityHarness, user: User) {
  const session = aSession({ id: ids.next('sess'), userId: user.id, createdAt: clock.now() });
  await unitOfWork.run(({ sessions }) => sessions.add(session));
  return aCaller(principalFor(user, session.id));
}

const tokens = new PlainResetTokens();

function resetterOf({ unitOfWork, users, passwordResets, ids, clock }: IdentityHarness) {
  const open = new OpenPasswordReset(passwordResets, users, tokens, clock);
  const reset = new ResetPassword(unitOfWork, open, new PlainHasher(), ids, clock);
  return ({ id }: PasswordReset, password = 'a new password') =>
    reset.execute(aCaller(), tokens.tokenOf(id), password);
}

export function passwordResetStores(harnessOf: () => IdentityHarness): void {
  it('stores a reset unchanged, also without a user, and after its use', async () => {
    const harness = harnessOf();
    const [reset, without] = [
      await addReset(harness, await addUser(harness)),
      await addReset(harness, undefined),
    ];
    const { passwordResets: reader, unitOfWork, clock } = harness;
    for (const one of [reset, without]) expect(await reader.find(one.id)).toEqual(one);
    const used = use(reset, clock.advance(MINUTE_MS));
    await unitOfWork.run(({ passwordResets }) => passwordResets.save(used));
    expect(await unitOfWork.run(({ passwordResets }) => passwordResets.lock(reset.id))).toEqual(used);
    expect(await reader.find(harness.ids.next('pwr'))).toBeUndefined();
  });

  it('supersedes the requested resets of one user only', async () => {
    const harness = harnessOf();
    const [user, other] = [await addUser(harness), await addUser(harness)];
    const resets = [
      use(await addReset(harness, user), harness.clock.now()),
      await addReset(harness, user),
      await addReset(harness, other),
      await addReset(harness, undefined),
    ];
    await harness.unitOfWork.run(async ({ passwordResets }) => {
      await passwordResets.save(resets[0]!);
      await passwordResets.supersedeByUser(user.id);
    });
    const found = await Promise.all(resets.map(({ id }) => harness.passwordResets.find(id)));
    expect(found.map((reset) => reset?.status)).toEqual(['used', 'superseded', 'requested', 'requested']);
  });

  it('deletes the resets of a user with the user', async () => {
    const harness = harnessOf();
    const user = await addUser(harness);
    const reset = await addReset(harness, user);
    await harness.unitOfWork.run(({ users }) => users.remove(user));
    expect(await harness.passwordResets.find(reset.id)).toBeUndefined();
    await expect(resetterOf(harness)(reset)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('sets the password once for eight concurrent forms, also with two links', async () => {
    const harness = harnessOf();
    const user = await addUser(harness);
    const resets = [await addReset(harness, user), await addReset(harness, user)];
    const reset = resetterOf(harness);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => reset(resets[index % 2]!, `password ${index}`)),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason as unknown)).toEqual(
      Array.from({ length: 7 }, () => expect.objectContaining({ code: 'not_found' }) as unknown),
    );
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect(await harness.users.find(user.id)).toMatchObject({ passwordHash: `1:password ${winner}` });
    const entries = await harness.audit.list({ subjectId: user.id }, { limit: 10 });
    expect(entries.items.map(({ action }) => action)).toEqual(['user.password_reset']);
  });

  it('ends every session of the user', async () => {
    const harness = harnessOf();
    const user = await addUser(harness);
    const before = await logIn(harness, user);
    const caller = await logIn(harness, user);
    await resetterOf(harness)(await addReset(harness, user));
    const live = await harness.sessions.listLive(user.id, { limit: 10 }, harness.clock.now());
    expect(live.items).toEqual([]);
    const { unitOfWork, users, ids, clock } = harness;
    const update = new UpdateUser(unitOfWork, users, new PlainHasher(), ids, clock);
    for (const ended of [before, caller])
      await expect(update.execute(ended, user.id, { password: 'another one' })).rejects.toMatchObject({
        code: 'unauthorized',
      });
  });

  it('ends open links when the user sets a password', async () => {
    const harness = harnessOf();
    const user = await addUser(harness);
    const reset = await addReset(harness, user);
    const { unitOfWork, users, ids, clock } = harness;
    const update = new UpdateUser(unitOfWork, users, new PlainHasher(), ids, clock);
    await update.execute(await logIn(harness, user), user.id, { password: 'set by its user' });
    await expect(resetterOf(harness)(reset)).rejects.toMatchObject({ code: 'not_found' });
    expect(await users.find(user.id)).toMatchObject({ passwordHash: '1:set by its user' });
  });

  it.each(['suspended', 'deleted'])('resets no password of a user that is %s meanwhile', async (ending) => {
    const harness = harnessOf();
    const user = await addUser(harness);
    const reset = await addReset(harness, user);
    await logIn(harness, user);
    const { unitOfWork, users, sessions, clock } = harness;
    const end = unitOfWork.run(async (stores) => {
      const locked = await stores.users.lock(user.id);
      if (ending === 'deleted') await stores.users.remove(locked!);
      else await stores.users.save({ ...locked!, status: 'suspended' });
    });
    const [, outcome] = await Promise.allSettled([end, resetterOf(harness)(reset)]);
    const found = await users.find(user.id);
    const { items } = await sessions.listLive(user.id, { limit: 10 }, clock.now());
    const isReset = outcome.status === 'fulfilled';
    if (found !== undefined) expect(found.passwordHash === '1:a new password').toBe(isReset);
    if (!isReset) expect(outcome.reason).toMatchObject({ code: 'not_found' });
    expect(found?.status).toBe(ending === 'deleted' ? undefined : 'suspended');
    expect(items).toHaveLength(found === undefined || isReset ? 0 : 1);
  });
}
