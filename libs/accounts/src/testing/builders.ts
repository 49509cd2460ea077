import { Clock, idFromUuid, Ids, later, parseEmail, type Prefix, uuidV7Source } from '@florin/kernel';
import { type Account, type NewAccount, open } from '../account/account.js';
import type { Actor } from '../account/actor.js';

export const NOON = new Date('2026-03-14T12:00:00.000Z');

/** A clock that stands still until it is told to move. */
export class SteppedClock extends Clock {
  constructor(private instant: Date = NOON) {
    super();
  }

  now(): Date {
    return this.instant;
  }

  advance(milliseconds: number): Date {
    this.instant = later(this.instant, milliseconds);
    return this.instant;
  }
}

/** Ids in order of drawing, the same ones in every run: only tests may be so predictable. */
export class CountedIds extends Ids {
  private readonly source: () => string;

  constructor(start: Date = NOON) {
    super();
    let drawn = 0;
    this.source = uuidV7Source(
      () => start.getTime(),
      (count) => Uint8Array.from({ length: count }, (_, index) => (drawn++ + index) % 256),
    );
  }

  next<P extends Prefix>(prefix: P) {
    return idFromUuid(prefix, this.source());
  }
}

const ids = new CountedIds();

export const aNewAccount = (overrides: Partial<NewAccount> = {}): NewAccount => ({
  email: 'ada@example.com',
  name: 'Ada Ltd',
  type: 'business',
  ...overrides,
});

export function anAccount({ settings, ...overrides }: Partial<Account> = {}): Account {
  const { thing } = open(
    ids.next('acct'),
    aNewAccount({ settings: { ...settings } }),
    overrides.createdAt ?? NOON,
  );
  return { ...thing, ...overrides };
}

export const anActor = (): Actor => ({ name: 'anonymous', address: '127.0.0.1', agent: undefined });

export function anEmail(text: string) {
  const email = parseEmail(text);
  if (email === undefined) throw new Error(`Not an email: ${text}`);
  return email;
}
