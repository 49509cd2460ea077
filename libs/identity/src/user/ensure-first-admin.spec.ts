import { describe, expect, it } from '@jest/globals';
import { aUser, SequentialIds, PlainHasher, SteppedClock } from '../testing/builders.js';
import { MemoryUserDirectory } from '../memory/memory-readers.js';
import { MemoryIdentityUnitOfWork } from '../memory/memory-stores.js';
import { CreateAdmin } from './create-admin.js';
import { EnsureFirstAdmin } from './ensure-first-admin.js';
import type { User } from './user.js';

const newAdmin = { email: 'Admin@Example.com', password: 'correct horse' };

/** `concurrent` is a user that another instance adds while the password is being hashed. */
function setUp(concurrent?: User) {
  const unitOfWork = new MemoryIdentityUnitOfWork();
  const { users, audit } = unitOfWork.state;
  class SlowHasher extends PlainHasher {
    override hash(password: string): Promise<string> {
      if (concurrent !== undefined) users.set(concurrent.id, concurrent);
      return super.hash(password);
    }
  }
  const hasher = new SlowHasher();
  const directory = new MemoryUserDirectory(unitOfWork);
  const ensure = new EnsureFirstAdmin(
    directory,
    new CreateAdmin(unitOfWork, hasher, new SequentialIds(), new SteppedClock()),
  );
  return { users, audit, hasher, ensure, unitOfWork };
}

describe('first admin', () => {
  it('is created by the system when there is none', async () => {
    const { ensure, unitOfWork } = setUp();
    expect(await ensure.execute(newAdmin)).toBe('created');
    const { users, audit } = unitOfWork.state;
    const [admin] = users.values();
    expect(admin).toMatchObject({ email: 'admin@example.com', role: 'admin', status: 'active' });
    expect(admin?.id).toMatch(/^user_/);
    expect(admin?.passwordHash).toBe('1:correct horse');
    expect(audit).toMatchObject([{ actor: 'system', action: 'user.created', subjectId: admin?.id }]);
  });

  it('is not created when an admin exists, and no password is hashed', async () => {
    const { ensure, users, hasher } = setUp();
    const admin = aUser({ role: 'admin', status: 'suspended' });
    users.set(admin.id, admin);
    expect(await ensure.execute({ email: 'invalid', password: '' })).toBe('present');
    expect([...users.values()]).toEqual([admin]);
    expect(hasher.work).toBe(0);
  });

  it.each([{ email: 'invalid' }, { password: 'short' }])('is refused with %j', async (invalid) => {
    const { ensure, hasher } = setUp();
    const attempt = ensure.execute({ ...newAdmin, ...invalid });
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_request' });
    expect(hasher.work).toBe(0);
  });

  it('is created by one of two instances that start at once', async () => {
    const other = aUser({ role: 'admin', email: 'admin@example.com' as User['email'] });
    const { ensure, unitOfWork } = setUp(other);
    expect(await ensure.execute(newAdmin)).toBe('present');
    expect([...unitOfWork.state.users.values()]).toEqual([other]);
  });

  it('cannot have the email of an existing user', async () => {
    const existing = aUser({ email: 'admin@example.com' as User['email'] });
    await expect(setUp(existing).ensure.execute(newAdmin)).rejects.toMatchObject({ code: 'email_exists' });
  });

  it('is not reported as present when the store fails', async () => {
    const { ensure, users, unitOfWork } = setUp();
    unitOfWork.run = () => {
      const admin = aUser({ role: 'admin' });
      users.set(admin.id, admin);
      return Promise.reject(new Error('store unavailable'));
    };
    await expect(ensure.execute(newAdmin)).rejects.toThrow('store unavailable');
  });
});
