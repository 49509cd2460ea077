import { describe, expect, it } from '@jest/globals';
import { aUser, CountedIds, PlainHasher, SteppedClock } from '../testing/builders.js';
import { MemoryUserDirectory } from '../testing/memory-directories.js';
import { MemoryIdentityUnitOfWork } from '../testing/memory-stores.js';
import { CreateAdmin } from './create-admin.js';
import { EnsureFirstAdmin } from './ensure-first-admin.js';
import type { User } from './user.js';

const wanted = { email: 'Admin@Example.com', password: 'correct horse' };

/** `meanwhile` somebody else may add a user, while the password is being hashed. */
function world(meanwhile?: User) {
  const unitOfWork = new MemoryIdentityUnitOfWork();
  const { users, audit } = unitOfWork.state;
  class SlowHasher extends PlainHasher {
    override hash(password: string): Promise<string> {
      if (meanwhile !== undefined) users.set(meanwhile.id, meanwhile);
      return super.hash(password);
    }
  }
  const hasher = new SlowHasher();
  const directory = new MemoryUserDirectory(unitOfWork);
  const ensure = new EnsureFirstAdmin(
    directory,
    new CreateAdmin(unitOfWork, hasher, new CountedIds(), new SteppedClock()),
  );
  return { users, audit, hasher, ensure, unitOfWork };
}

describe('the first admin', () => {
  it('is made when there is none, by the system itself', async () => {
    const { ensure, unitOfWork } = world();
    expect(await ensure.execute(wanted)).toBe('created');
    const { users, audit } = unitOfWork.state;
    const [admin] = users.values();
    expect(admin).toMatchObject({ email: 'admin@example.com', role: 'admin', status: 'active' });
    expect(admin?.id).toMatch(/^user_/);
    expect(admin?.passwordHash).toBe('1:correct horse');
    expect(audit).toMatchObject([{ actor: 'system', action: 'user.created', subjectId: admin?.id }]);
  });

  it('is left alone when there is one, whatever is wanted, without a hash', async () => {
    const { ensure, users, hasher } = world();
    const admin = aUser({ role: 'admin', status: 'suspended' });
    users.set(admin.id, admin);
    expect(await ensure.execute({ email: 'nonsense', password: '' })).toBe('present');
    expect([...users.values()]).toEqual([admin]);
    expect(hasher.work).toBe(0);
  });

  it.each([{ email: 'nonsense' }, { password: 'short' }])('is refused with %j', async (wrong) => {
    const { ensure, hasher } = world();
    const attempt = ensure.execute({ ...wanted, ...wrong });
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_request' });
    expect(hasher.work).toBe(0);
  });

  it('is the other’s when two instances start at once', async () => {
    const other = aUser({ role: 'admin', email: 'admin@example.com' as User['email'] });
    const { ensure, unitOfWork } = world(other);
    expect(await ensure.execute(wanted)).toBe('present');
    expect([...unitOfWork.state.users.values()]).toEqual([other]);
  });

  it('cannot have the email of somebody who is no admin', async () => {
    const somebody = aUser({ email: 'admin@example.com' as User['email'] });
    await expect(world(somebody).ensure.execute(wanted)).rejects.toMatchObject({ code: 'email_exists' });
  });

  it('is missing when the store fails, and nobody is told otherwise', async () => {
    const { ensure, users, unitOfWork } = world();
    unitOfWork.run = () => {
      const admin = aUser({ role: 'admin' });
      users.set(admin.id, admin);
      return Promise.reject(new Error('the store is away'));
    };
    await expect(ensure.execute(wanted)).rejects.toThrow('the store is away');
  });
});
