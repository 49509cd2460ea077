import type { AccountId, Clock } from '@florin/kernel';
import { refusal } from '../errors.js';
import { accountNamedBy, type Command, type CommandOutcome } from './command.js';
import type { CoalescingQueue } from './queue.js';

/** What one try at a command came to: its outcome, or nothing yet, because somebody else holds the account's book. */
export type Tried = CommandOutcome | { readonly heldAccount: AccountId };

/** One try at many commands, for which held books are waited for as long as it says. */
type Write = (commands: readonly Command[], waitMs: number) => Promise<readonly Tried[]>;

/** A command that waits for a held book, and until when: after that it is not tried again. */
interface Patient {
  readonly command: Command;
  readonly accountId: AccountId;
  readonly until: number;
}

/**
 * How long a write waits for all of its books. Somebody who is writing a batch of his own is done by then; for one who
 * takes longer, those who want other books should not have to wait.
 */
export const BRIEF_WAIT_MS = 250;

/** How long commands on a held book then wait, and keep their place behind those who were first. */
export const LONG_WAIT_MS = 3_000;

/**
 * Keeps commands on books that somebody holds for long out of the way of all others. They wait in a lane of their own,
 * and so do those that come for the same book meanwhile: each write that has one of them in it would be held up.
 */
export class LedgerLanes {
  private readonly ordinary: CoalescingQueue<Command, Tried>;
  private readonly patient: CoalescingQueue<Patient, Tried>;
  /** How many commands wait for each held book. */
  private readonly awaited = new Map<AccountId, number>();

  constructor(
    private readonly write: Write,
    private readonly clock: Clock,
    newQueue: <Item>(
      write: (items: readonly Item[]) => Promise<readonly Tried[]>,
    ) => CoalescingQueue<Item, Tried>,
  ) {
    this.ordinary = newQueue((commands) => this.writeBriefly(commands));
    this.patient = newQueue((waiting) => this.writePatiently(waiting));
  }

  async submit(command: Command): Promise<CommandOutcome> {
    const accountId = this.awaitedBy(command);
    if (accountId !== undefined) {
      this.count(accountId, 1);
      return this.wait(command, accountId);
    }
    const tried = await this.ordinary.submit(command);
    return 'heldAccount' in tried ? this.wait(command, tried.heldAccount) : tried;
  }

  /** Takes no more commands, and tries none again: whoever is still to wait for a held book is sent back. */
  async drain(): Promise<void> {
    await this.ordinary.drain();
    await this.patient.drain();
  }

  /** For one who was counted among those that wait for the book. */
  private async wait(command: Command, accountId: AccountId): Promise<CommandOutcome> {
    try {
      const until = this.clock.now().getTime() + LONG_WAIT_MS;
      const tried = await this.patient.submit({ command, accountId, until });
      if (!('heldAccount' in tried)) return tried;
    } finally {
      this.count(accountId, -1);
    }
    throw refusal(
      'unavailable',
      'The account is busy with something else. Nothing was done; try again shortly.',
    );
  }

  /** Commands on a book that turned out to be held since they came are not tried: the write would wait once more. */
  private async writeBriefly(commands: readonly Command[]): Promise<readonly Tried[]> {
    const tried =
      this.awaited.size === 0
        ? await this.write(commands, BRIEF_WAIT_MS)
        : await sparing(
            commands,
            (command) => this.awaitedBy(command),
            (rest) => this.write(rest, BRIEF_WAIT_MS),
          );
    // Here, not where they begin to wait: the next write is sent before these are answered.
    for (const one of tried) if ('heldAccount' in one) this.count(one.heldAccount, 1);
    return tried;
  }

  /** Whoever waited while others were tried in vain has waited long enough. */
  private writePatiently(waiting: readonly Patient[]): Promise<readonly Tried[]> {
    const now = this.clock.now().getTime();
    return sparing(
      waiting,
      ({ accountId, until }) => (until <= now ? accountId : undefined),
      (rest) =>
        this.write(
          rest.map(({ command }) => command),
          LONG_WAIT_MS,
        ),
    );
  }

  private awaitedBy(command: Command): AccountId | undefined {
    const accountId = accountNamedBy(command);
    return accountId !== undefined && this.awaited.has(accountId) ? accountId : undefined;
  }

  private count(accountId: AccountId, difference: 1 | -1): void {
    const waiting = (this.awaited.get(accountId) ?? 0) + difference;
    if (waiting > 0) this.awaited.set(accountId, waiting);
    else this.awaited.delete(accountId);
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
