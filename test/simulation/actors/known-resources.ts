import type {
  AccountId,
  Currency,
  PaymentRequestId,
  SubscriptionId,
  TransactionId,
  UserId,
} from '@florin/kernel';
import { parseCurrency } from '@florin/kernel';
import type { World } from '../process.js';

export interface KnownAccount {
  readonly id: AccountId;
}

/** Somebody who can log in. */
export interface KnownUser {
  readonly account: KnownAccount;
  readonly isOwner: boolean;
  readonly email: string;
  password: string;
}

/** A session as the one who logged in knows it, with every refresh token it was ever given. */
export interface KnownSession {
  readonly user: KnownUser;
  readonly userId: UserId;
  readonly sessionId: string;
  readonly refreshTokens: string[];
}

export const USD = parseCurrency('USD') as Currency;

/** What everybody in a history knows of, so that they get in each other's way. */
export class KnownResources {
  readonly accounts: KnownAccount[] = [];
  readonly transactions: { readonly id: TransactionId; readonly accountId: AccountId }[] = [];
  readonly requests: PaymentRequestId[] = [];
  readonly subscriptions: SubscriptionId[] = [];
  readonly sessions: KnownSession[] = [];
  readonly users: KnownUser[] = [];
  readonly members: { readonly id: UserId; readonly user: KnownUser }[] = [];
  /** Successors that were answered for a refresh token: one token has one successor, whoever asks how often. */
  readonly successors = new Map<string, string>();

  constructor(private readonly world: World) {}

  /** A session of the owner, if there is one. */
  findOwnerSession(account: KnownAccount | undefined): KnownSession | undefined {
    return this.sessions.findLast(({ user }) => user.isOwner && user.account === account);
  }

  /** One of them, or undefined when there is none yet. The young ones are more interesting. */
  pickRecent<Item>(items: readonly Item[]): Item | undefined {
    if (items.length === 0) return undefined;
    const { random } = this.world;
    return random.happens(0.5) ? items.at(-1 - random.below(Math.min(3, items.length))) : random.pick(items);
  }
}
