import { EventEmitter } from 'node:events';
import { describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { commit } from './commit.js';

/** A client whose COMMIT fails with an error of the server. */
function clientWhoseCommitFails(code: string) {
  const error = Object.assign(new pg.DatabaseError('failed', 6, 'error'), { severity: 'ERROR', code });
  const client = Object.assign(new EventEmitter(), {
    query: () => Promise.reject(error),
    end: jest.fn(() => Promise.resolve()),
  });
  return { client: client as unknown as pg.Client, end: client.end, error };
}

describe('a COMMIT that fails', () => {
  it.each([
    ['XX000', 'the node of the shard was lost'],
    ['57014', 'the statement timeout canceled it'],
  ])('with %s has an unknown outcome: %s', async (code) => {
    const { client, end } = clientWhoseCommitFails(code);
    expect(await commit(client, [])).toBe(false);
    expect(end).toHaveBeenCalled();
  });

  it('with any other error of the server is rolled back', async () => {
    const { client, end, error } = clientWhoseCommitFails('40001');
    await expect(commit(client, [])).rejects.toBe(error);
    expect(end).not.toHaveBeenCalled();
  });
});
