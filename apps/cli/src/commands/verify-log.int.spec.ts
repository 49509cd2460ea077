import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { florin } from '../testing/florin.js';
import { createSmallAccount, type SmallAccount } from '../testing/small-account.js';

let database: TestDatabase;
let account: SmallAccount;
let folder: string;
let lines: string[];

interface Line {
  id: string;
  hash: string | null;
  data: Record<string, unknown>;
}

const exportLog = async (): Promise<string[]> => {
  const { code, out } = await florin([
    'events',
    account.id,
    '--all',
    '--json',
    '--database-url',
    database.url,
  ]);
  expect(code).toBe(0);
  return out.trimEnd().split('\n');
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-log-'));
  database = await createTestDatabase();
  account = await createSmallAccount(database.url);
  lines = await exportLog();
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const at = (index: number): Line => JSON.parse(lines[index] ?? '') as Line;
const changed = (index: number, change: (line: Line) => object): string[] =>
  lines.with(index, JSON.stringify({ ...at(index), ...change(at(index)) }));

/** Runs without a database. */
async function verifyLog(content: readonly string[], ...options: readonly string[]) {
  const file = join(folder, 'log.jsonl');
  writeFileSync(file, content.map((line) => `${line}\n`).join(''));
  return florin(['verify-log', file, ...options]);
}

describe('florin verify-log', () => {
  it('finds an export of florin events --all --json intact, and prints the head of the log', async () => {
    const { code, out } = await verifyLog(lines);
    const last = at(lines.length - 1);
    expect(out).toBe(
      `${account.id} ends with ${last.id}\n  ${last.hash}\nThe log is intact: ${lines.length} events.\n`,
    );
    expect(code).toBe(0);
  });

  it.each<[string, (log: string[]) => string[], string]>([
    ['changed', () => changed(1, ({ data }) => ({ data: { ...data, amount: 1 } })), 'line 2'],
    ['given another field', () => changed(1, () => ({ note: 'x' })), 'line 2'],
    ['removed at the start', (log) => log.slice(1), 'line 1'],
    ['removed in the middle', (log) => log.toSpliced(2, 1), 'line 3'],
    ['inserted', (log) => log.toSpliced(2, 0, log[1] ?? ''), 'line 3'],
    ['moved', (log) => [...log.slice(0, 1), ...log.slice(1, 3).toReversed(), ...log.slice(3)], 'line 3'],
    ['without a hash', () => changed(4, () => ({ hash: null })), 'has no hash'],
  ])('finds an event that was %s', async (_, tamper, message) => {
    const { code, out } = await verifyLog(tamper(lines));
    expect([code, out]).toEqual([1, expect.stringContaining(message)]);
    expect(out).toContain('The log is damaged');
  });

  it('finds removed events at the end with --head', async () => {
    const { hash } = at(lines.length - 1);
    expect(await verifyLog(lines, '--head', hash ?? '')).toMatchObject({ code: 0 });
    const { code, out } = await verifyLog(lines.slice(0, -1), '--head', hash ?? '');
    expect([code, out]).toEqual([1, expect.stringContaining(`not ${hash}`)]);
  });

  it('checks an export that starts later with --after', async () => {
    const after = ['--after', at(1).hash ?? ''];
    expect(await verifyLog(lines.slice(2), ...after)).toMatchObject({ code: 0 });
    expect(await verifyLog(lines.slice(3), ...after)).toMatchObject({ code: 1 });
  });

  it('uses the hash of an erased event as it is, and counts it', async () => {
    const erased = changed(1, ({ data }) => ({
      data: { ...data, reference: 'x' },
      erased_at: '2026-01-01T00:00:00.000Z',
    }));
    const { code, out } = await verifyLog(erased, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ intact: true, events: lines.length, erased: 1, problems: [] });
  });

  it.each<[string, string[], string]>([
    ['a line is not JSON', ['{'], 'line 1 is not JSON'],
    ['a line is not an event', ['{"id": 7}'], 'line 1 is not an event'],
    ['there is no event', [''], 'contains no event'],
  ])('fails if %s', async (_, content, message) => {
    const { code, err } = await verifyLog(content);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  });

  it('fails if the file cannot be read, or a hash is malformed', async () => {
    const missing = await florin(['verify-log', join(folder, 'missing.jsonl')]);
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('cannot be read')]);
    expect(await verifyLog(lines, '--head', 'abc')).toMatchObject({ code: 2 });
  });
});

describe('events that are not chained', () => {
  const execute = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  const run = (command: string) => florin([command, '--database-url', database.url]);

  it('are reported by florin verify and chained by florin chain-events', async () => {
    await execute('UPDATE events SET hash = NULL; UPDATE books SET head_event_id = NULL, head_hash = NULL');
    const before = await run('verify');
    expect([before.code, before.out]).toEqual([
      0,
      expect.stringContaining(`Not chained yet: ${lines.length} events; run florin backfill.`),
    ]);
    expect(await run('chain-events')).toEqual({
      code: 0,
      out: `Chained ${lines.length} events of 1 account.\n`,
      err: '',
    });
    expect(await run('chain-events')).toEqual({ code: 0, out: 'All events are chained.\n', err: '' });
    expect(await exportLog()).toEqual(lines);
    expect((await run('verify')).out).toMatch(/^The ledger is consistent: \d+ rules hold\.\n$/);
  });

  it('counts erased events, which stay in the chain', async () => {
    await execute(
      `UPDATE events SET data = data || '{"name": "removed"}', erased_at = now() WHERE type = 'account.opened'`,
    );
    const { code, out } = await run('verify');
    expect([code, out]).toEqual([0, expect.stringContaining('Erased: 1 event, with the hash')]);
    expect(await verifyLog(await exportLog())).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'log.jsonl'), 'utf8')).toContain('"erased_at"');
  });
});
