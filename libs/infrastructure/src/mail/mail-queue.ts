import { addMilliseconds, DAY_MS, MINUTE_MS } from '@florin/kernel';
import type { DataSource } from 'typeorm';
import { selectListOf } from '../postgres/columns.js';
import { forEachShard, shardsOf } from '../postgres/account-shards.js';
import { readNamed } from '../postgres/named-query.js';
import { type Mail, MailEntity, mailOf } from './mail.entity.js';

/** A claimed mail whose attempt was not recorded is due again after this time. Longer than an attempt takes. */
export const CLAIM_MS = MINUTE_MS;

/** A mail that was due for this long is given up: no worker ran, or none sends mails. */
const MAX_OVERDUE_MS = DAY_MS;
const EXPIRED_AT_ONCE = 1_000;

const IS_DUE = `status = 'pending' AND next_attempt_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $2)`;
const NEXT_DUE = `FROM mails WHERE ${IS_DUE} ORDER BY next_attempt_at, id LIMIT $3`;

/** On Citus due mails are found on all nodes, and then changed with one statement for each shard, which skips locked rows. */
const changeDue = (name: string, change: (parameter: string) => string, returned: string) => ({
  plain: {
    name,
    text: `WITH due AS (SELECT account_id, id ${NEXT_DUE} FOR UPDATE SKIP LOCKED)
      UPDATE mails SET ${change('$4')} FROM due WHERE mails.account_id = due.account_id AND mails.id = due.id
      RETURNING ${returned}`,
  },
  routed: {
    name: `${name}_routed`,
    text: `WITH due AS (
        SELECT account_id, id FROM mails WHERE account_id = ANY ($3::uuid[]) AND id = ANY ($4::uuid[]) AND ${IS_DUE}
        FOR UPDATE SKIP LOCKED)
      UPDATE mails SET ${change('$5')} FROM due
      WHERE mails.account_id = ANY ($3::uuid[]) AND mails.account_id = due.account_id AND mails.id = due.id
      RETURNING ${returned}`,
  },
});

const FIND_ROUTED = { name: 'mails_due_routed', text: `SELECT account_id AS "accountId", id ${NEXT_DUE}` };

const CLAIM = changeDue(
  'mails_claim',
  (claimedUntil) => `claimed_until = ${claimedUntil}`,
  selectListOf(MailEntity),
);

const EXPIRE = changeDue(
  'mails_expire',
  () =>
    `status = 'failed', next_attempt_at = NULL, claimed_until = NULL, last_error = coalesce(last_error, 'expired')`,
  'mails.id',
);

// The condition on the attempts: after a lost claim another worker may have recorded one.
const RECORD = {
  name: 'mails_record',
  text: `UPDATE mails SET status = $4, next_attempt_at = $5, claimed_until = NULL, attempts = $6, last_error = $7, sent_at = $8
    WHERE account_id = $1 AND id = $2 AND status = 'pending' AND attempts = $3 RETURNING 1 AS recorded`,
};

export type MailOutcome =
  | { readonly status: 'sent'; readonly sentAt: Date }
  | { readonly status: 'skipped' }
  | { readonly status: 'failed'; readonly error: string }
  | { readonly status: 'pending'; readonly error: string; readonly nextAttemptAt: Date };

/** The pending mails. Workers share them: each mail is claimed by one. */
export class PostgresMailQueue {
  constructor(private readonly dataSource: DataSource) {}

  async claim(limit: number, now: Date): Promise<readonly Mail[]> {
    const claimed = await this.changeDue(CLAIM, [now, now], limit, [addMilliseconds(now, CLAIM_MS)]);
    return claimed.map(mailOf);
  }

  /** Records an attempt; `skipped` counts as none. */
  async record({ accountId, id, attempts }: Mail, outcome: MailOutcome): Promise<void> {
    const made = outcome.status === 'skipped' ? attempts : attempts + 1;
    const next = outcome.status === 'pending' ? outcome.nextAttemptAt : null;
    const error = 'error' in outcome ? outcome.error : null;
    const sentAt = outcome.status === 'sent' ? outcome.sentAt : null;
    const values = [accountId, id, attempts, outcome.status, next, made, error, sentAt];
    await readNamed<object>(this.dataSource, RECORD, values);
  }

  /** Gives up what is overdue, and returns how many mails that were. */
  async expire(now: Date): Promise<number> {
    const overdue = [addMilliseconds(now, -MAX_OVERDUE_MS), now] as const;
    return (await this.changeDue(EXPIRE, overdue, EXPIRED_AT_ONCE)).length;
  }

  private async changeDue(
    { plain, routed }: ReturnType<typeof changeDue>,
    due: readonly [dueUntil: Date, claimedUntil: Date],
    limit: number,
    values: readonly unknown[] = [],
  ): Promise<object[]> {
    if (!shardsOf(this.dataSource).areDistributed)
      return readNamed<object>(this.dataSource, plain, [...due, limit, ...values]);
    const found = await readNamed<Pick<Mail, 'accountId' | 'id'>>(this.dataSource, FIND_ROUTED, [
      ...due,
      limit,
    ]);
    const accountOf = ({ accountId }: (typeof found)[number]): string => accountId;
    const changed = await forEachShard(this.dataSource, found, accountOf, (mails) => {
      const keys = [mails.map(accountOf), mails.map(({ id }) => id)];
      return readNamed<object>(this.dataSource, routed, [...due, ...keys, ...values]);
    });
    return changed.flat();
  }
}
