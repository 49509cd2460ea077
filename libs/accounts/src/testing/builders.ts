import { parseEmail } from '@florin/kernel';
import { SequentialIds, NOON, SteppedClock } from '@florin/kernel/testing';
import { type Account, type NewAccount, open } from '../account/account.js';
import { type Actor, type OwnerPasswordHash, OwnerPasswords } from '../account/account.stores.js';

export { SequentialIds, NOON, SteppedClock };

/** Stores passwords in plain text, for tests only. */
export class PlainOwnerPasswords extends OwnerPasswords {
  hash(password: string): Promise<OwnerPasswordHash> {
    return Promise.resolve(`plain:${password}` as OwnerPasswordHash);
  }
}

const ids = new SequentialIds();

export const aNewAccount = (overrides: Partial<NewAccount> = {}): NewAccount => ({
  email: 'ada@example.com',
  name: 'Ada Ltd',
  type: 'business',
  ...overrides,
});

export function anAccount({ settings, ...overrides }: Partial<Account> = {}): Account {
  const { state: account } = open(
    ids.next('acct'),
    aNewAccount({ settings: { ...settings } }),
    overrides.createdAt ?? NOON,
  );
  return { ...account, ...overrides };
}

export const anActor = (): Actor => ({ name: 'anonymous', address: '127.0.0.1', agent: undefined });

export function anEmail(text: string) {
  const email = parseEmail(text);
  if (email === undefined) throw new Error(`Not an email: ${text}`);
  return email;
}
