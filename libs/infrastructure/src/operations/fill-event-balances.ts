import type { BalanceAmounts } from '@florin/kernel';
import { balanceAfterEvent, NOTHING } from '@florin/ledger';
import type { DataSource, EntityManager } from 'typeorm';
import { EventEntity, eventOf } from '../ledger/event.entity.js';
import { safeInteger, selectListOf } from '../postgres/columns.js';
import { inSqlTransaction } from '../postgres/sql-transaction.js';
import {
  BACKFILL_BATCH,
  type Backfilled,
  type BatchOptions,
  BEFORE_ALL,
  findNextAccount,
  lockBalance,
  stopIfAborted,
} from './backfill.js';

const HAS_EVENTS_WITHOUT_BALANCE =
  'EXISTS (SELECT 1 FROM events WHERE events.account_id = books.account_id AND available IS NULL)';

/**
 * Fills in the balance after each event of earlier releases, by replaying the events of its account. An event that was
 * chained without a balance keeps its hash: its balance is hidden, like that of events that move no money.
 */
export async function fillEventBalances(
  dataSource: DataSource,
  options: BatchOptions = {},
): Promise<Backfilled> {
  let [accounts, rows] = [0, 0];
  for (let account = BEFORE_ALL; ; accounts++) {
    const next = await findNextAccount(dataSource, HAS_EVENTS_WITHOUT_BALANCE, account);
    if (next === undefined) return { accounts, rows };
    account = next;
    for (let isDone = false, after: string | undefined; !isDone;) {
      stopIfAborted(options);
      const batch = await inSqlTransaction(dataSource, (manager) => fillBatch(manager, next, after));
      ({ isDone, last: after } = batch);
      rows += batch.rows;
      options.onProgress?.(rows);
    }
  }
}

interface Batch {
  readonly isDone: boolean;
  readonly last: string | undefined;
  readonly rows: number;
}

/** Also reads the events that have a balance, from which the replay continues. */
async function fillBatch(manager: EntityManager, account: string, after: string | undefined): Promise<Batch> {
  await lockBalance(manager, account);
  const rows = await manager.query<StoredEvent[]>(
    `SELECT ${selectListOf(EventEntity)} FROM events WHERE account_id = $1 AND id >= coalesce(
       (SELECT id FROM events WHERE account_id = $1 AND available IS NULL AND id > $2 ORDER BY id LIMIT 1),
       'ffffffff-ffff-ffff-ffff-ffffffffffff')
     ORDER BY id LIMIT $3`,
    [account, after ?? BEFORE_ALL, BACKFILL_BATCH],
  );
  const [first] = rows;
  if (first === undefined) return { isDone: true, last: undefined, rows: 0 };
  let balance = await balanceBefore(manager, account, first.id);
  const filled: (BalanceAmounts & { readonly id: string })[] = [];
  for (const row of rows) {
    const stored = amountsOf(row);
    balance = stored ?? balanceAfterEvent(balance, eventOf(row));
    if (stored === undefined) filled.push({ ...balance, id: row.id });
  }
  await manager.query(
    `UPDATE events SET available = new.available, held = new.held, incoming = new.incoming,
       balance_hidden = CASE WHEN hash IS NOT NULL OR subject_kind NOT IN ('txn', 'trf') THEN true END
     FROM json_to_recordset($2::json) AS new (id uuid, available bigint, held bigint, incoming bigint)
     WHERE events.account_id = $1 AND events.id = new.id`,
    [account, JSON.stringify(filled)],
  );
  return { isDone: rows.length < BACKFILL_BATCH, last: rows.at(-1)?.id, rows: filled.length };
}

interface StoredEvent {
  readonly id: string;
  readonly available: string | null;
  readonly held: string | null;
  readonly incoming: string | null;
}

const amountsOf = ({ available, held, incoming }: Omit<StoredEvent, 'id'>): BalanceAmounts | undefined =>
  available === null || held === null || incoming === null
    ? undefined
    : { available: safeInteger(available), held: safeInteger(held), incoming: safeInteger(incoming) };

async function balanceBefore(manager: EntityManager, account: string, id: string): Promise<BalanceAmounts> {
  const [row] = await manager.query<Omit<StoredEvent, 'id'>[]>(
    `SELECT available, held, incoming FROM events WHERE account_id = $1 AND id < $2 ORDER BY id DESC LIMIT 1`,
    [account, id],
  );
  return (row && amountsOf(row)) ?? NOTHING;
}
