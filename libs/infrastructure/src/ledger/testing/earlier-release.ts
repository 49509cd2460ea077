import { type AccountId, uuidFromId } from '@florin/kernel';
import type { DataSource } from 'typeorm';

/** As if an earlier release had written the entries and events of this account, up to the given conditions. */
export async function forgetReports(
  dataSource: DataSource,
  accountId: AccountId,
  { entries = 'true', events = 'true' } = {},
): Promise<void> {
  const own = [uuidFromId(accountId)];
  await dataSource.query(
    `WITH forgotten AS (
       UPDATE entries SET position = NULL, balance_after = NULL, total_in = NULL
       WHERE account_id = $1 AND position IS NOT NULL AND ${entries} RETURNING currency, posted_at, amount)
     INSERT INTO activity_deltas (account_id, currency, day, posted_count, total_in, total_out)
     SELECT $1, currency, (posted_at AT TIME ZONE 'UTC')::date, -1, -greatest(amount, 0), -greatest(-amount, 0)
     FROM forgotten`,
    own,
  );
  if (entries === 'true')
    await dataSource.query(
      'UPDATE books SET posted_count = NULL, total_in = NULL WHERE account_id = $1',
      own,
    );
  await dataSource.query(
    `UPDATE events SET available = NULL, held = NULL, incoming = NULL, balance_hidden = NULL, hash = NULL
     WHERE account_id = $1 AND ${events}`,
    own,
  );
  await dataSource.query(
    'UPDATE books SET head_event_id = NULL, head_hash = NULL WHERE account_id = $1',
    own,
  );
}
