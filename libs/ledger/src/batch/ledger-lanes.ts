import type { AccountId, Clock } from '@florin/kernel';
import { accountIsBusy } from '../errors.js';
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
  readonly accountId: AccountId;
  readonly until: number;
}

/** How many wait for one book, and in which order. Whoever comes when it is free again need not join them. */
interface Lane {
  waiting: number;
  isHeld: boolean;
  readonly queue: CoalescingQueue<Patient, Tried>;
}

/**
 * How long a write waits for all of its books. Another process that writes a batch is done by then; where it
 * takes longer, those who want other books should not have to wait.
 */
export const BRIEF_WAIT_MS = 250;

/** How long commands on a held book then wait, and keep their place behind those who were first. */
export const LONG_WAIT_MS = 3_000;

const NONE: ReadonlySet<AccountId> = new Set();

/**
 * Keeps commands on books that somebody holds for long out of the way of all others. They look together, without waiting,
 * whether their books are free by now, as most are. Those that are not wait in a lane of their own for each book, and so do
 * those that come for it meanwhile: each write that has one of them in it would be held up, and a write that waited for
 * two books would have one of them while it waits for the other.
 */
export class LedgerLanes {
  private readonly ordinary: CoalescingQueue<Command, Tried>;
  private readonly looking: CoalescingQueue<Patient, Tried>;
  private readonly lanes = new Map<AccountId, Lane>();

  constructor(
    private readonly write: Write,
    private readonly clock: Clock,
    private readonly newQueue: NewQueue,
  ) {
    this.ordinary = newQueue((commands) => this.writeBriefly(commands));
    this.looking = newQueue((waiting) => this.write(waiting.map(commandOf), 0, NONE));
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
    await this.looking.drain();
    await Promise.all([...this.lanes.values()].map(({ queue }) => queue.drain()));
  }

  /** For one who has joined those that wait for the book. */
  private async wait(command: Command, accountId: AccountId): Promise<CommandOutcome> {
    const lane = this.lanes.get(accountId) as Lane;
    const patient = { command, accountId, until: this.clock.now().getTime() + LONG_WAIT_MS };
    try {
      const looked = await this.looking.submit(patient);
      lane.isHeld = 'heldAccount' in looked;
      const tried = lane.isHeld ? await lane.queue.submit(patient) : looked;
      if (!('heldAccount' in tried)) return tried;
    } finally {
      lane.waiting -= 1;
      if (lane.waiting === 0) this.lanes.delete(accountId);
    }
    throw accountIsBusy();
  }

  private join(accountId: AccountId): void {
    const lane = this.lanes.get(accountId) ?? {
      waiting: 0,
      isHeld: true,
      queue: this.newQueue<Patient>((waiting) => this.writePatiently(waiting)),
    };
    lane.waiting += 1;
    lane.isHeld = true;
    this.lanes.set(accountId, lane);
  }

  /** Commands on a book that turned out to be held since they came are not tried: the write would wait once more. */
  private async writeBriefly(commands: readonly Command[]): Promise<readonly Tried[]> {
    const tried =
      this.lanes.size === 0
        ? await this.write(commands, BRIEF_WAIT_MS, NONE)
        : await sparing(
            commands,
            (command) => this.heldAccountOf(command),
            (rest) => this.write(rest, BRIEF_WAIT_MS, this.knownHeld()),
          );
    // Here, not where they begin to wait: the next write is sent before these are answered.
    for (const one of tried) if ('heldAccount' in one) this.join(one.heldAccount);
    return tried;
  }

  /** Whoever waited while others were tried in vain has waited long enough. */
  private writePatiently(waiting: readonly Patient[]): Promise<readonly Tried[]> {
    const now = this.clock.now().getTime();
    return sparing(
      waiting,
      ({ accountId, until }) => (until <= now ? accountId : undefined),
      (rest) => this.write(rest.map(commandOf), LONG_WAIT_MS, NONE),
    );
  }

  private heldAccountOf(command: Command): AccountId | undefined {
    const accountId = accountNamedBy(command);
    return accountId !== undefined && this.lanes.get(accountId)?.isHeld === true ? accountId : undefined;
  }

  private knownHeld(): ReadonlySet<AccountId> {
    return new Set([...this.lanes].filter(([, { isHeld }]) => isHeld).map(([accountId]) => accountId));
  }
}

const commandOf = ({ command }: Patient): Command => command;

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
