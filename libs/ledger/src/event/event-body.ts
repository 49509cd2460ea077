import type { BalanceAmounts, EventEnvelope } from '@florin/kernel';

/** The part of an event that its hash covers. */
export interface EventContent {
  readonly id: string;
  readonly type: string;
  readonly account_id: string;
  readonly subject_id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly actor: string | null;
  readonly balance: BalanceAmounts | null;
}

/** An event as the API shows it. */
export interface EventBody extends EventContent {
  /** Null for an event that is not chained yet. */
  readonly hash: string | null;
  /** Only with an event whose personal data was removed. */
  readonly erased_at?: string;
}

// Another field here changes every hash: stored hashes would no longer be valid.
export function eventContent(event: EventEnvelope): EventContent {
  const { id, type, accountId, subjectId, data, occurredAt, actor, balance } = event;
  return {
    id,
    type,
    account_id: accountId,
    subject_id: subjectId,
    data,
    created_at: occurredAt.toISOString(),
    actor: actor ?? null,
    balance: balance ?? null,
  };
}

export const eventBody = (event: EventEnvelope): EventBody => ({
  ...eventContent(event),
  hash: event.hash ?? null,
  ...(event.erasedAt && { erased_at: event.erasedAt.toISOString() }),
});
