import { jest } from '@jest/globals';
import pg from 'pg';

const WRITES = ['INSERT', 'UPDATE', 'DELETE'];

/** The number of rows that each statement of this process wrote during the work. */
export async function rowsWritten(work: () => Promise<unknown>): Promise<number[]> {
  const sent = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    // A query text with several statements has several results.
    const pending = sent.mock.results.map(
      ({ value }) => value as unknown as Promise<pg.QueryResult | pg.QueryResult[]>,
    );
    const results = (await Promise.all(pending)).flat();
    return results.filter(({ command }) => WRITES.includes(command)).map(({ rowCount }) => rowCount ?? 0);
  } finally {
    sent.mockRestore();
  }
}
