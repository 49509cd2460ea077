import { describe, expect, it } from '@jest/globals';
import { DomainError, invalidRequest } from '@florin/kernel';
import { MemoryAccountsUnitOfWork } from '../memory/memory-stores.js';
import {
  aNewAccount,
  anActor,
  PlainOwnerPasswords,
  SequentialIds,
  SteppedClock,
} from '../testing/builders.js';
import { OpenAccount } from './open-account.js';

/** Records the hashed passwords, and rejects 'short'. */
class RecordingPasswords extends PlainOwnerPasswords {
  readonly hashed: string[] = [];

  override async hash(password: string) {
    if (password === 'short') throw invalidRequest('password is too short.');
    this.hashed.push(password);
    return super.hash(password);
  }
}

function setUp() {
  const passwords = new RecordingPasswords();
  const unitOfWork = new MemoryAccountsUnitOfWork();
  const openAccount = new OpenAccount(unitOfWork, passwords, new SequentialIds(), new SteppedClock());
  return { passwords, unitOfWork, openAccount };
}

describe('OpenAccount', () => {
  it('stores the password hash with the owner', async () => {
    const { openAccount, unitOfWork } = setUp();
    await openAccount.execute(anActor(), { ...aNewAccount(), password: 'correct horse' });
    const [owner] = unitOfWork.state.users.values();
    expect(owner).toMatchObject({ email: 'ada@example.com', passwordHash: 'plain:correct horse' });
  });

  it('generates an account id', async () => {
    const { openAccount, unitOfWork } = setUp();
    await openAccount.execute(anActor(), { ...aNewAccount(), password: 'correct horse' });
    expect([...unitOfWork.state.accounts.keys()]).toEqual([expect.stringMatching(/^acct_/)]);
  });

  it('does not hash the password of an invalid request', async () => {
    const { openAccount, passwords } = setUp();
    const opening = openAccount.execute(anActor(), {
      ...aNewAccount({ name: '' }),
      password: 'correct horse',
    });
    await expect(opening).rejects.toBeInstanceOf(DomainError);
    expect(passwords.hashed).toEqual([]);
  });

  it('creates nothing when the password breaks the rules', async () => {
    const { openAccount, unitOfWork } = setUp();
    const opening = openAccount.execute(anActor(), { ...aNewAccount(), password: 'short' });
    await expect(opening).rejects.toMatchObject({ code: 'invalid_request' });
    expect(unitOfWork.state.accounts.size).toBe(0);
  });
});
