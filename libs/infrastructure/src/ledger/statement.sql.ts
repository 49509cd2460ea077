import { HAS_UNNUMBERED_LINES } from './running-totals.js';

// One row of `entries` per line of a statement. The index is (account_id, posted_at, position) WHERE position IS NOT NULL:
// posted_at never decreases with the position, so both give the same order. Each result is one JSON value, because pg parses
// each column of each row separately. total_in can exceed 2^53, so it is text.

const BORDER = `SELECT position, balance_after, total_in, posted_at FROM entries
    WHERE account_id = $1 AND position IS NOT NULL`;
const LAST_FIRST = 'ORDER BY posted_at DESC, position DESC LIMIT 1';

const BORDER_JSON = (
  alias: string,
): string => `CASE WHEN ${alias}.position IS NULL THEN NULL ELSE json_build_object(
    'position', ${alias}.position, 'balanceAfter', ${alias}.balance_after, 'totalIn', ${alias}.total_in::text,
    'postedAt', ${alias}.posted_at) END`;

/** $1 account, $2 start (inclusive), $3 end (exclusive). */
const BORDERS = `(SELECT ${HAS_UNNUMBERED_LINES} AS "isUnnumbered") AS state
  LEFT JOIN LATERAL (${BORDER} AND posted_at < $2::timestamptz ${LAST_FIRST}) AS opening ON true
  LEFT JOIN LATERAL (${BORDER} AND posted_at < $3::timestamptz ${LAST_FIRST}) AS closing ON true`;

const SELECT_BORDERS = `state."isUnnumbered", ${BORDER_JSON('opening')} AS opening, ${BORDER_JSON('closing')} AS closing`;

export const READ_BORDERS = { name: 'statement_borders', text: `SELECT ${SELECT_BORDERS} FROM ${BORDERS}` };

const LINES = (condition: string, order: 'ASC' | 'DESC', limit: string, inShard: string): string => `
  SELECT json_agg(json_build_object('transactionId', line.transaction_id, 'type', type, 'reference', reference,
      'amount', line.amount, 'balanceAfter', line.balance_after, 'postedAt', line.posted_at, 'position', line.position)
      ORDER BY line.posted_at ${order}, line.position ${order}) AS lines
  FROM (SELECT * FROM entries WHERE account_id = $1 AND position IS NOT NULL AND ${condition}
    ORDER BY posted_at ${order}, position ${order} LIMIT ${limit}) AS line
  JOIN transactions ON transactions.account_id = line.account_id AND transactions.id = line.transaction_id
    ${inShard}`;

const IN_PERIOD = 'posted_at >= $2::timestamptz AND posted_at < $3::timestamptz';

/** $5 the cursor's transaction, $6 the instant of its id. */
const CURSOR_VALUE = (column: string, otherwise: string): string =>
  `coalesce((SELECT ${column} FROM entries
      WHERE account_id = $1 AND transaction_id = $5 AND line = 'account' AND position IS NOT NULL), ${otherwise})`;
const CURSOR = `(${CURSOR_VALUE('posted_at', '$6::timestamptz')}, ${CURSOR_VALUE('position', '0')})`;

const pageOf = (name: string, inShard: string, order: 'ASC' | 'DESC', cursor?: '<' | '>') => {
  const condition =
    cursor === undefined ? IN_PERIOD : `${IN_PERIOD} AND (posted_at, position) ${cursor} ${CURSOR}`;
  const text = `SELECT ${SELECT_BORDERS}, page.lines
    FROM ${BORDERS} LEFT JOIN LATERAL (${LINES(condition, order, '$4', inShard)}) AS page ON true`;
  return { name, text };
};

const statements = (suffix: string, inShard: string) => ({
  /** $4 limit. Nearest to the cursor first. */
  newest: pageOf(`statement_page${suffix}`, inShard, 'DESC'),
  after: pageOf(`statement_page_after${suffix}`, inShard, 'DESC', '<'),
  before: pageOf(`statement_page_before${suffix}`, inShard, 'ASC', '>'),
  /** $2, $3 the line before the batch, $4, $5 the last line of the statement, $6 limit. */
  batch: {
    name: `statement_batch${suffix}`,
    text: LINES(
      '(posted_at, position) > ($2::timestamptz, $3::bigint) AND (posted_at, position) <= ($4::timestamptz, $5::bigint)',
      'ASC',
      '$6',
      inShard,
    ),
  },
});

export const READ_LINES = statements('', '');

/** On Citus the account of each table is a parameter, so that the statement has one snapshot, of one node. */
export const READ_LINES_ROUTED = statements('_routed', 'AND transactions.account_id = ANY (ARRAY[$1::uuid])');
