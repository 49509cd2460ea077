import type { AccountId, Clock } from '@florin/kernel';
import { refusal } from '../errors.js';
import { accountNamedBy, type Command, type CommandOutcome } from './command.js';
import type { CoalescingQueue } from './queue.js';

/** What one try at a command came to: its outcome, or nothing yet, because somebody else holds the account's book. */
export type Tried = CommandOutcome | { readonly heldAccount: AccountId };

/**
 * One try at many commands, for which held books are waited for as long as it says, and not at all for those that are known
 * to be held.
 */
type Write = (
  commands: readonly Command[],
  waitMs: number,
  knownHeld: ReadonlySet<AccountId>,
) => Promise<readonly Tried[]>;

type NewQueue = <Item>(
  write: (items: readonly Item[]) => Promise<readonly Tried[]>,
) => CoalescingQueue<Item, Tried>;

/** A command that waits for a held book, and until when: after that it is not tried again. */
interface Patient {
  readonly command: Command;
  readonly until: number;
}

/** How many wait for one held book, and in which order. */
interface Lane {
  waiting: number;
  readonly queue: CoalescingQueue<Patient, Tried>;
}

/**
 * How long a write waits for all of its books. Somebody who is writing a batch of his own is done by then; for one who
 * takes longer, those who want other books should not have to wait.
 */
export const BRIEF_WAIT_MS = 250;

/** How long commands on a held book then wait, and keep their place behind those who were first. */
export const LONG_WAIT_MS = 3_000;

const NONE: ReadonlySet<AccountId> = new Set();

/**
 * Keeps commands on books that somebody holds for long out of the way of all others. They wait in a lane of their own for
 * each book, and so do those that come for the same book meanwhile: each write that has one of them in it would be held
 * up. A write that waited for two books would have one of them while it waits for the other.
 */
export class LedgerLanes {
  private readonly ordinary: CoalescingQueue<Command, Tried>;
  private readonly held = new Map<AccountId, Lane>();

  constructor(
    private readonly write: Write,
    private readonly clock: Clock,
    private readonly newQueue: NewQueue,
  ) {
    this.ordinary = newQueue((commands) => this.writeBriefly(commands));
  }

  async submit(command: Command): Promise<CommandOutcome> {
    const accountId = this.heldAccountOf(command);
    if (accountId !== undefined) {
      this.join(accountId);
      return this.wait(command, accountId);
    }
    const tried = await this.ordinary.submit(command);
    return 'heldAccount' in tried ? this.wait(command, tried.heldAccount) : tried;
  }

  /** Takes no more commands, and tries none again: whoever is still to wait for a held book is sent back. */
  async drain(): Promise<void> {
    await this.ordinary.drain();
    await Promise.all([...this.held.values()].map(({ queue }) => queue.drain()));
  }

  /** For one who has joined those that wait for the book. */
  private async wait(command: Command, accountId: AccountId): Promise<CommandOutcome> {
    const lane = this.held.get(accountId) as Lane;
    try {
      const tried = await lane.queue.submit({ command, until: this.clock.now().getTime() + LONG_WAIT_MS });
      if (!('heldAccount' in tried)) return tried;
    } finally {
      lane.waiting -= 1;
      if (lane.waiting === 0) this.held.delete(accountId);
    }
    throw refusal(
      'unavailable',
      'The account is busy with something else. Nothing was done; try again shortly.',
    );
  }

  private join(accountId: AccountId): void {
    const queue = () => this.newQueue<Patient>((waiting) => this.writePatiently(accountId, waiting));
    const lane = this.held.get(accountId) ?? { waiting: 0, queue: queue() };
    lane.waiting += 1;
    this.held.set(accountId, lane);
  }

  /** Commands on a book that turned out to be held since they came are not tried: the write would wait once more. */
  private async writeBriefly(commands: readonly Command[]): Promise<readonly Tried[]> {
    const tried =
      this.held.size === 0
        ? await this.write(commands, BRIEF_WAIT_MS, NONE)
        : await sparing(
            commands,
            (command) => this.heldAccountOf(command),
            (rest) => this.write(rest, BRIEF_WAIT_MS, new Set(this.held.keys())),
          );
    // Here, not where they begin to wait: the next write is sent before these are answered.
    for (const one of tried) if ('heldAccount' in one) this.join(one.heldAccount);
    return tried;
  }

  /** Whoever waited while others were tried in vain has waited long enough. */
  private writePatiently(accountId: AccountId, waiting: readonly Patient[]): Promise<readonly Tried[]> {
    const now = this.clock.now().getTime();
    return sparing(
      waiting,
      ({ until }) => (until <= now ? accountId : undefined),
      (rest) => this.writeOne(rest.map(({ command }) => command)),
    );
  }

  /** Most who held a book are done with it by now, and it can be had at once. It is held for all of these, or for none. */
  private async writeOne(ofOneBook: readonly Command[]): Promise<readonly Tried[]> {
    const tried = await this.write(ofOneBook, 0, NONE);
    return tried.some((one) => 'heldAccount' in one) ? this.write(ofOneBook, LONG_WAIT_MS, NONE) : tried;
  }

  private heldAccountOf(command: Command): AccountId | undefined {
    const accountId = accountNamedBy(command);
    return accountId !== undefined && this.held.has(accountId) ? accountId : undefined;
  }
}

/** Tries all but those whose book is known to be held. */
async function sparing<Item>(
  items: readonly Item[],
  heldAccountOf: (item: Item) => AccountId | undefined,
  write: (rest: readonly Item[]) => Promise<readonly Tried[]>,
): Promise<readonly Tried[]> {
  const held = items.map(heldAccountOf);
  const rest = items.filter((_, index) => held[index] === undefined);
  const tried = rest.length === 0 ? [] : await write(rest);
  let next = 0;
  return held.map((heldAccount) => (heldAccount === undefined ? (tried[next++] as Tried) : { heldAccount }));
}
