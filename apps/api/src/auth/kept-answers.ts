import { type Principal, roleOf } from '@florin/identity';
import { endOf, isShort } from './bearer.js';
import { RecentlyUsed } from './recently-used.js';

/** What was answered to one caller at one address, and what it hung on. */
export interface KeptAnswer {
  readonly principal: Principal;
  /** As it goes over the wire: to spell it again would take longer than to find it. */
  readonly body: string | Buffer;
  /** By a clock that nobody sets back. */
  readonly keptAtMs: number;
}

export interface KeptLimits {
  /** Of all answers together, with what it takes to find them. */
  readonly bytes: number;
  /** Of one: a few long ones would take the place of thousands. */
  readonly longest: number;
  /** For the sake of those who mend rows by hand, of which no event tells. */
  readonly ageMs: number;
}

const LIMITS: KeptLimits = { bytes: 8 * 1024 * 1024, longest: 64 * 1024, ageMs: 60_000 };

/** Answers by caller and address, as many as there is room for. */
export class KeptAnswers {
  private readonly known: RecentlyUsed<KeptAnswer>;

  constructor(private readonly limits = LIMITS) {
    this.known = new RecentlyUsed(limits.bytes, sizeOf);
  }

  /** What may be meant for this caller: only the end of its token was looked at, and nobody has verified that yet. */
  find(authorization: string, url: string, nowMs: number): KeptAnswer | undefined {
    const found = this.known.get(placeOf(authorization, url));
    return found !== undefined && nowMs - found.keptAtMs < this.limits.ageMs ? found : undefined;
  }

  keep(authorization: string, url: string, answer: KeptAnswer): void {
    const place = placeOf(authorization, url);
    if (isShort(authorization) && sizeOf(answer, place) <= this.limits.longest) this.known.set(place, answer);
  }
}

/** What an answer takes beside its body and its place: the caller, and what the map needs. */
const BESIDE = 600;

const sizeOf = ({ body }: KeptAnswer, place: string): number => body.length + place.length + BESIDE;

const placeOf = (authorization: string, url: string): string => endOf(authorization) + url;

/**
 * Whether a caller would be answered as it was before: it is the same and sees as much as then, and nothing has happened
 * in its account. Of those who have no account, nobody can tell.
 */
export function isAsBefore(now: Principal, before: Principal): boolean {
  if (now.kind === 'anonymous' || before.kind === 'anonymous' || now.newestEvent === undefined) return false;
  return (
    now.newestEvent === before.newestEvent &&
    tokenOf(now) === tokenOf(before) &&
    now.accountId === before.accountId &&
    roleOf(now) === roleOf(before)
  );
}

const tokenOf = (principal: Exclude<Principal, { kind: 'anonymous' }>): string =>
  principal.kind === 'user' ? principal.sessionId : principal.keyId;
