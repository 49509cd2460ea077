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

export interface Household {
  readonly id: AccountId;
}

/** Somebody who can log in. */
export interface Person {
  readonly household: Household;
  readonly isOwner: boolean;
  readonly email: string;
  password: string;
}

/** A session as the one who logged in knows it, with every refresh token it was ever given. */
export interface Ticket {
  readonly person: Person;
  readonly userId: UserId;
  readonly sessionId: string;
  readonly refreshTokens: string[];
}

export const USD = parseCurrency('USD') as Currency;

/** What everybody in a history knows of, so that they get in each other's way. */
export class Town {
  readonly households: Household[] = [];
  readonly transactions: { readonly id: TransactionId; readonly accountId: AccountId }[] = [];
  readonly requests: PaymentRequestId[] = [];
  readonly subscriptions: SubscriptionId[] = [];
  readonly tickets: Ticket[] = [];
  readonly people: Person[] = [];
  readonly members: { readonly id: UserId; readonly person: Person }[] = [];
  /** Successors that were answered for a refresh token: one token has one successor, whoever asks how often. */
  readonly successors = new Map<string, string>();

  constructor(private readonly world: World) {}

  /** A session of the owner, if there is one. */
  ownersTicket(household: Household | undefined): Ticket | undefined {
    return this.tickets.findLast(({ person }) => person.isOwner && person.household === household);
  }

  /** One of them, or undefined when there is none yet. The young ones are more interesting. */
  any<Thing>(things: readonly Thing[]): Thing | undefined {
    if (things.length === 0) return undefined;
    const { chance } = this.world;
    return chance.happens(0.5)
      ? things.at(-1 - chance.below(Math.min(3, things.length)))
      : chance.pick(things);
  }
}
