import { addMilliseconds, DAY_MS, idFromUuid, uuidFromId } from '@florin/kernel';
import type { Period, PostedLine, ReconciledAccount } from '@florin/ledger';
import type { EntityManager } from 'typeorm';
import { safeInteger } from '../postgres/columns.js';
import { localDates } from './local-dates.js';

const BATCH_LINES = 2_000;

// Two parts, so that each uses the index of its condition: entries of earlier releases may have no position.
const postedIn = (condition: string): string =>
  `SELECT transaction_id, amount, posted_at FROM entries
    WHERE account_id = $1 AND line = 'account' AND ${condition} AND posted_at >= $2 AND posted_at < $3`;

// A file may name a payment by the reference of its request, or by an id.
const POSTED_LINES = `
  DECLARE posted_lines NO SCROLL CURSOR FOR
  SELECT posted.transaction_id, posted.amount, posted_at, transactions.reference, transfer_id,
    transactions.refund_id, payment_requests.reference AS payment_reference
  FROM (${postedIn('position IS NOT NULL')} UNION ALL ${postedIn('position IS NULL')}) AS posted
  JOIN transactions ON transactions.account_id = $1 AND transactions.id = posted.transaction_id
  LEFT JOIN payment_requests
    ON payment_requests.account_id = $1 AND payment_requests.transaction_id = posted.transaction_id
  ORDER BY posted_at, posted.transaction_id`;

interface PostedRow {
  readonly transaction_id: string;
  readonly amount: string;
  readonly posted_at: Date;
  readonly reference: string | null;
  readonly transfer_id: string | null;
  readonly refund_id: string | null;
  readonly payment_reference: string | null;
}

/** Read in batches through a server-side cursor, within the SQL transaction of the manager. */
export async function* readPostedLines(
  manager: EntityManager,
  { id, timezone }: ReconciledAccount,
  { from, to }: Period,
): AsyncGenerator<readonly PostedLine[]> {
  // Zones are up to 14 hours from UTC; the exact dates are compared below.
  const start = addMilliseconds(new Date(from), -DAY_MS);
  const end = addMilliseconds(new Date(to), 2 * DAY_MS);
  await manager.query(POSTED_LINES, [uuidFromId(id), start, end]);
  const dateOf = localDates(timezone);
  for (;;) {
    const rows = await manager.query<PostedRow[]>(`FETCH ${BATCH_LINES} FROM posted_lines`);
    if (rows.length === 0) break;
    yield rows
      .map((row) => postedLine(row, dateOf(row.posted_at)))
      .filter(({ date }) => date >= from && date <= to);
  }
  await manager.query('CLOSE posted_lines');
}

function postedLine(row: PostedRow, date: string): PostedLine {
  const transactionId = idFromUuid('txn', row.transaction_id);
  const aliases: string[] = [transactionId];
  if (row.transfer_id !== null) aliases.push(idFromUuid('trf', row.transfer_id));
  if (row.refund_id !== null) aliases.push(idFromUuid('re', row.refund_id));
  if (row.payment_reference !== null) aliases.push(row.payment_reference);
  return {
    transactionId,
    reference: row.reference ?? undefined,
    aliases,
    amount: safeInteger(row.amount),
    date,
  };
}
