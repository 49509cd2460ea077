import { type Principal, roleOf } from '@florin/identity';
import { RecentlyUsed } from './recently-used.js';

/** What was answered to one caller at one address, and what it hung on. */
export interface KeptAnswer {
  readonly authorization: string;
  readonly url: string;
  readonly principal: Principal;
  /** As it goes over the wire: to spell it again would take longer than to find it. */
  readonly body: Buffer;
  readonly keptAtMs: number;
}

export interface KeptLimits {
  /** Of all answers together, with what it takes to find them. */
  readonly bytes: number;
  /** Of one body: a few long ones would take the place of thousands. */
  readonly longest: number;
  /** For the sake of those who mend rows by hand, of which no event tells. */
  readonly ageMs: number;
}

const LIMITS: KeptLimits = { bytes: 16 * 1024 * 1024, longest: 64 * 1024, ageMs: 60_000 };

/** Answers by caller and address, as many as there is room for. */
export class KeptAnswers {
  private readonly known: RecentlyUsed<KeptAnswer>;

  constructor(private readonly limits = LIMITS) {
    this.known = new RecentlyUsed(limits.bytes, sizeOf);
  }

  find(authorization: string, url: string, nowMs: number): KeptAnswer | undefined {
    const found = this.known.get(keyOf(authorization, url));
    const isTheirs = found?.authorization === authorization;
    return isTheirs && nowMs - found.keptAtMs < this.limits.ageMs ? found : undefined;
  }

  keep(answer: KeptAnswer): void {
    if (answer.body.length > this.limits.longest) return;
    this.known.set(keyOf(answer.authorization, answer.url), answer);
  }
}

/** What is kept beside a body: the address, the caller and the place where it is found. The header is the caller's own. */
const BESIDE_BODY = 1_000;

const sizeOf = ({ body }: KeptAnswer): number => body.length + BESIDE_BODY;

/** The end of a token is its signature: it tells tokens apart sooner than the rest, and the whole is compared later. */
const keyOf = (authorization: string, url: string): string => authorization.slice(-32) + url;

/**
 * Whether a caller would be answered as it was before: it sees as much as then, and nothing has happened in its account. Of
 * those who have no account, nobody can tell.
 */
export function isAsBefore(now: Principal, before: Principal): boolean {
  if (now.kind === 'anonymous' || before.kind === 'anonymous' || now.accountAsOf === undefined) return false;
  return (
    now.accountAsOf === before.accountAsOf &&
    now.accountId === before.accountId &&
    roleOf(now) === roleOf(before)
  );
}
