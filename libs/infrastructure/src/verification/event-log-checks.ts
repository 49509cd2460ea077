import { type AccountId, type EventEnvelope, type EventId, idFromUuid, uuidFromId } from '@florin/kernel';
import { eventContent } from '@florin/ledger';
import { CHAIN_START, hashEvent } from '../ledger/event-chain.js';
import { EventEntity, eventOf } from '../ledger/event.entity.js';
import type { Snapshot } from '../operations/snapshot.js';
import { selectListOf } from '../postgres/columns.js';
import type { AuditCheck } from './rule.js';

export interface EventLogAudit {
  readonly checks: readonly AuditCheck[];
  /** Events of earlier releases, which `florin chain-events` chains. */
  readonly notChained: number;
  /** Events whose personal data was removed: their stored hash is used as it is. */
  readonly erased: number;
}

interface Head {
  readonly accountId: AccountId;
  readonly eventId: EventId | undefined;
  readonly hash: string | undefined;
}

type Finding = Readonly<Record<string, unknown>>;

export const EVENT_LOG_RULES = 2;
const BOOKS_PAGE = 1_000;
const EVENTS_PAGE = 2_000;
const MAX_FINDINGS = 100;

/** Follows the hash chain of every account, one page of events in memory at a time. */
export async function checkEventLogs(snapshot: Snapshot): Promise<EventLogAudit> {
  const [chain, heads] = [new Findings(), new Findings()];
  let [accounts, events, notChained, erased] = [0, 0, 0, 0];
  for await (const page of headPages(snapshot)) {
    const logs = new Map(page.map((head) => [head.accountId, new FollowedLog(head)]));
    for await (const event of eventsOf(snapshot, page)) {
      events += 1;
      const finding = logs.get(event.accountId)?.follow(event);
      if (finding !== undefined) chain.add(finding);
      if (event.hash === undefined) notChained += 1;
      if (event.erasedAt !== undefined) erased += 1;
    }
    accounts += page.length;
    for (const log of logs.values()) {
      const finding = log.checkHead();
      if (finding !== undefined) heads.add(finding);
    }
  }
  const checks = [
    {
      code: 'event_chain_broken',
      name: 'the hash of an event follows from the event and the previous hash',
      rows: events,
      ...chain.result(),
    },
    {
      code: 'log_head_wrong',
      name: 'the head of an event log is its newest event',
      rows: accounts,
      ...heads.result(),
    },
  ];
  return { checks, notChained, erased };
}

/** One account's events, in the order of their ids. */
class FollowedLog {
  private newest: { readonly eventId: EventId | undefined; readonly hash: string } = {
    eventId: undefined,
    hash: CHAIN_START,
  };

  constructor(private readonly head: Head) {}

  /** Events without a hash are skipped: the next hash follows from the one before them. */
  follow(event: EventEnvelope): Finding | undefined {
    const { id, accountId, type, hash, erasedAt } = event;
    if (hash === undefined) return undefined;
    const previous = this.newest.hash;
    this.newest = { eventId: id, hash };
    if (erasedAt !== undefined || hashEvent(previous, eventContent(event)) === hash) return undefined;
    return { account_id: uuidFromId(accountId), event_id: uuidFromId(id), event: type };
  }

  checkHead(): Finding | undefined {
    const { accountId, eventId, hash } = this.head;
    if (hash === undefined || (hash === this.newest.hash && eventId === this.newest.eventId))
      return undefined;
    const [head, newest] = [eventId, this.newest.eventId].map((id) =>
      id === undefined ? null : uuidFromId(id),
    );
    return { account_id: uuidFromId(accountId), head_event_id: head, newest_event_id: newest };
  }
}

/** Counts all and keeps the first. */
class Findings {
  private broken = 0;
  private readonly findings: Finding[] = [];

  add(finding: Finding): void {
    this.broken += 1;
    if (this.findings.length < MAX_FINDINGS) this.findings.push(finding);
  }

  result(): { readonly broken: number; readonly findings: readonly Finding[] } {
    return { broken: this.broken, findings: this.findings };
  }
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

async function* headPages(snapshot: Snapshot): AsyncGenerator<readonly Head[]> {
  const text = `SELECT account_id, head_event_id, head_hash FROM books WHERE account_id > $1 ORDER BY account_id LIMIT $2`;
  for (let after = BEFORE_ALL; ;) {
    const rows = await snapshot.query<
      { account_id: string; head_event_id: string | null; head_hash: string | null }[]
    >(text, [after, BOOKS_PAGE]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => ({
      accountId: idFromUuid('acct', row.account_id),
      eventId: row.head_event_id === null ? undefined : idFromUuid('evt', row.head_event_id),
      hash: row.head_hash ?? undefined,
    }));
    after = last.account_id;
  }
}

/** The events of consecutive accounts, by account and id: the order of the primary key. */
async function* eventsOf(snapshot: Snapshot, heads: readonly Head[]): AsyncGenerator<EventEnvelope> {
  const [first, last] = [heads[0], heads.at(-1)];
  if (first === undefined || last === undefined) return;
  const text = `SELECT ${selectListOf(EventEntity)} FROM events
    WHERE (account_id, id) > ($1, $2) AND account_id <= $3 ORDER BY account_id, id LIMIT $4`;
  let after = [uuidFromId(first.accountId), BEFORE_ALL];
  for (;;) {
    const rows = await snapshot.query<object[]>(text, [...after, uuidFromId(last.accountId), EVENTS_PAGE]);
    const page = rows.map(eventOf);
    yield* page;
    const newest = page.at(-1);
    if (newest === undefined) return;
    after = [uuidFromId(newest.accountId), uuidFromId(newest.id)];
  }
}
