import type { AccountShards } from '../postgres/account-shards.js';
import type { NamedStatement, PreparedQuery } from '../postgres/named-query.js';

/**
 * A statement in two forms. The `routed` one is for accounts of one shard on Citus, which executes it on the node of that
 * shard because of a condition on `account_id`. On plain PostgreSQL that condition would only cost time.
 */
export interface Routable {
  readonly plain: NamedStatement;
  readonly routed: NamedStatement;
  /** The statement checks the number of its rows. */
  readonly isCounted?: true;
}

/**
 * The condition for a table that is joined by its key. With `= ANY` alone PostgreSQL could use the index for the condition
 * in place of the key, and read all rows of these accounts; it does not use the index for an OR. Citus finds the shard in both.
 */
export const inShardOf = (column: string, parameter: number): string =>
  `(${column} = ANY ($${parameter}::uuid[]) OR ${column} = ($${parameter}::uuid[])[1])`;

/** The condition on the column of accounts; empty on plain PostgreSQL. */
type InShard = (column: string) => string;

/** The rows are $1, their number is $2 and the accounts are $3. */
export const updateOf = (name: string, textOf: (inShard: InShard) => string): Routable => ({
  isCounted: true,
  plain: { name, text: textOf(() => '') },
  routed: {
    name: `${name}_routed`,
    text: textOf((column) => `AND ${inShardOf(column, 3)}`),
  },
});

/**
 * The rows are $1, and the accounts $2. The routed form joins the balances, because Citus would execute an INSERT from a
 * function alone on the coordinator. A row without a balance would be left out; callers hold the locks on all of them.
 */
export const insertOf = (name: string, target: string, values: string, columns: string): Routable => ({
  plain: {
    name,
    text: `INSERT INTO ${target} SELECT new."accountId", ${values}
      FROM json_to_recordset($1::json) AS new ("accountId" uuid, ${columns})`,
  },
  routed: {
    name: `${name}_routed`,
    text: `INSERT INTO ${target} SELECT books.account_id, ${values}
      FROM books JOIN json_to_recordset($1::json) AS new ("accountId" uuid, ${columns})
        ON new."accountId" = books.account_id
      WHERE books.account_id = ANY ($2::uuid[])`,
  },
});

/**
 * One statement, or on Citus one for each shard; nothing without rows. They are one JSON parameter, which is faster on both
 * sides than an array parameter for each column.
 */
export function writing(
  shards: AccountShards,
  statement: Routable,
  rows: readonly object[],
): PreparedQuery[] {
  return shards
    .groupsOf(rows as readonly { accountId: string }[], ({ accountId }) => accountId)
    .map((group) => {
      const count = statement.isCounted === true ? [group.length] : [];
      if (!shards.areDistributed) return { ...statement.plain, values: [JSON.stringify(group), ...count] };
      const accounts = [...new Set(group.map(({ accountId }) => accountId))];
      return { ...statement.routed, values: [JSON.stringify(group), ...count, accounts] };
    });
}
