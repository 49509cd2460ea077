import type {
  AccountId,
  Currency,
  PaymentRequestId,
  SubscriptionId,
  TransactionId,
  TransferId,
  UserId,
} from '@florin/kernel';
import { parseCurrency } from '@florin/kernel';
import type { World } from '../process.js';

export interface KnownAccount {
  readonly id: AccountId;
}

export interface KnownUser {
  readonly account: KnownAccount;
  readonly isOwner: boolean;
  readonly email: string;
  password: string;
}

/** A session from the client's side, with every refresh token that was issued for it. */
export interface KnownSession {
  readonly user: KnownUser;
  readonly userId: UserId;
  readonly sessionId: string;
  readonly refreshTokens: string[];
}

export const USD = parseCurrency('USD') as Currency;

/** Resources that all clients of a history share, so that their requests conflict. */
export class KnownResources {
  readonly accounts: KnownAccount[] = [];
  readonly transactions: { readonly id: TransactionId; readonly accountId: AccountId }[] = [];
  readonly transfers: TransferId[] = [];
  readonly requests: PaymentRequestId[] = [];
  readonly subscriptions: SubscriptionId[] = [];
  readonly sessions: KnownSession[] = [];
  readonly users: KnownUser[] = [];
  readonly members: { readonly id: UserId; readonly user: KnownUser }[] = [];
  /** The successor of each refresh token. A token that is exchanged again has the same successor. */
  readonly successors = new Map<string, string>();

  constructor(private readonly world: World) {}

  findOwnerSession(account: KnownAccount | undefined): KnownSession | undefined {
    return this.sessions.findLast(({ user }) => user.isOwner && user.account === account);
  }

  /** Prefers the newest items, which conflict more often. Returns undefined for an empty list. */
  pickRecent<Item>(items: readonly Item[]): Item | undefined {
    if (items.length === 0) return undefined;
    const { random } = this.world;
    return random.happens(0.5) ? items.at(-1 - random.below(Math.min(3, items.length))) : random.pick(items);
  }
}
