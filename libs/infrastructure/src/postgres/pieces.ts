import type { Id } from '@florin/kernel';
import { type FindOperator, MoreThan } from 'typeorm';

/** So many rows a statement writes in a fraction of the time that it has, on a slow server, too. */
export const ROWS_AT_ONCE = 2_000;

/**
 * Cuts what is to be written into pieces, each for a statement of its own. There may be any number of rows, as when an
 * account is closed, but a statement that takes longer than its limit fails, and would fail again whenever it is tried.
 */
export function* piecesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) yield items.slice(from, from + ROWS_AT_ONCE);
}

/** For TypeORM's `where`: only what comes behind an id, in the order of ids. */
export const behind = <Key extends Id>(after: Key | undefined): { id?: FindOperator<Key> } =>
  after === undefined ? {} : { id: MoreThan(after) };
