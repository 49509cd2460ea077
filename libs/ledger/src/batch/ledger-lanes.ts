import type { AccountId } from '@florin/kernel';
import { refusal } from '../errors.js';
import type { Command, CommandOutcome } from './command.js';
import type { CoalescingQueue } from './queue.js';

/** What one try at a command came to: its outcome, or nothing yet, because somebody else holds the account's book. */
export type Tried = CommandOutcome | { readonly heldAccount: AccountId };

type Lane = CoalescingQueue<Command, Tried>;

/** How often a held book is asked for before its commands are sent back. The store waits a little each time. */
export const MOST_TRIES = 12;

/**
 * Keeps commands on books that somebody holds for long out of the way of all others. They wait in a lane of their own,
 * and so do those that come for the same book meanwhile: each write that has one of them in it would be held up.
 */
export class LedgerLanes {
  private readonly ordinary: Lane;
  private readonly patient: Lane;
  /** How many commands wait for each held book. */
  private readonly awaited = new Map<AccountId, number>();

  constructor(newLane: () => Lane) {
    this.ordinary = newLane();
    this.patient = newLane();
  }

  async submit(command: Command): Promise<CommandOutcome> {
    const accountId = command.kind === 'create' ? command.input.accountId : command.accountId;
    if (accountId !== undefined && this.awaited.has(accountId)) return this.wait(command, accountId);
    const tried = await this.ordinary.submit(command);
    return 'heldAccount' in tried ? this.wait(command, tried.heldAccount) : tried;
  }

  /** Takes no more commands, and tries none again: whoever still waits for a held book is sent back. */
  async drain(): Promise<void> {
    await this.ordinary.drain();
    await this.patient.drain();
  }

  private async wait(command: Command, accountId: AccountId): Promise<CommandOutcome> {
    this.count(accountId, 1);
    try {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const tried = await this.patient.submit(command);
        if (!('heldAccount' in tried)) return tried;
      }
    } finally {
      this.count(accountId, -1);
    }
    throw refusal(
      'unavailable',
      'The account is busy with something else. Nothing was done; try again shortly.',
    );
  }

  private count(accountId: AccountId, difference: 1 | -1): void {
    const waiting = (this.awaited.get(accountId) ?? 0) + difference;
    if (waiting > 0) this.awaited.set(accountId, waiting);
    else this.awaited.delete(accountId);
  }
}
