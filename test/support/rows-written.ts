import { jest } from '@jest/globals';
import pg from 'pg';

const WRITES = ['INSERT', 'UPDATE', 'DELETE'];

/** How many rows each statement wrote that was sent by this process during the work. */
export async function rowsWritten(work: () => Promise<unknown>): Promise<number[]> {
  const sent = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    // Several statements in one text have several answers.
    const answering = sent.mock.results.map(
      ({ value }) => value as unknown as Promise<pg.QueryResult | pg.QueryResult[]>,
    );
    const answers = (await Promise.all(answering)).flat();
    return answers.filter(({ command }) => WRITES.includes(command)).map(({ rowCount }) => rowCount ?? 0);
  } finally {
    sent.mockRestore();
  }
}
