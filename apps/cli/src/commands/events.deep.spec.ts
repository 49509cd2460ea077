import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { until } from '../../../../test/support/until.js';
import { type RunOptions, florin, spawnFlorin } from '../testing/florin.js';
import { createSmallAccount, type SmallAccount } from '../testing/small-account.js';

interface ListedEvent {
  readonly id: string;
  readonly type: string;
  readonly subject_id: string;
}

let database: TestDatabase;
let account: SmallAccount;

beforeEach(async () => {
  database = await createTestDatabase();
  account = await createSmallAccount(database.url);
});

afterEach(() => database.drop());

const environment = () => ({ DATABASE_URL: database.url });
const run = (line: readonly string[], options: RunOptions = {}) =>
  florin(line, { ...options, environment: environment() });
const listed = (out: string): ListedEvent[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ListedEvent);
const typesOf = (out: string): string[] => listed(out).map(({ type }) => type);

const ALL = [
  'account.opened',
  'transaction.created',
  'transaction.succeeded',
  'transaction.created',
  'transaction.created',
];

describe('florin events', () => {
  it('prints one line of 80 columns for each event, newest last', async () => {
    const { code, out, err } = await run(['events', account.email]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(ALL.length);
    expect(lines[0]).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d  ${account.id}  opened$`),
    );
    expect(lines.at(-1)).toMatch(new RegExp(`  ${account.credit} +created +12\\.50 EUR$`));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('prints the fields of the API with --json', async () => {
    const { out } = await run(['events', account.id, '--json']);
    expect(typesOf(out)).toEqual(ALL);
    expect(listed(out).at(-1)).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'transaction.created',
      account_id: account.id,
      subject_id: account.credit,
      data: expect.objectContaining({ type: 'credit', amount: 1_250, currency: 'EUR', status: 'pending' }),
      created_at: expect.stringMatching(/^\d{4}-\S+Z$/),
      actor: 'system',
      balance: { available: 7_500, held: 2_500, incoming: 1_250 },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('filters by number and type', async () => {
    const { out } = await run(['events', account.id, '--json', '--limit', '2']);
    expect(listed(out).map(({ subject_id }) => subject_id)).toEqual([account.payment, account.credit]);
    const succeeded = await run(['events', account.id, '--json', '--type', 'transaction.succeeded']);
    expect(typesOf(succeeded.out)).toEqual(['transaction.succeeded']);
    const none = await run(['events', account.id, '--type', 'transaction.failed']);
    expect(none).toEqual({ code: 0, out: '', err: '' });
  });

  it('prints all events with --all', async () => {
    const { code, out } = await run(['events', account.id, '--json', '--all', '--limit', '1']);
    expect([code, typesOf(out)]).toEqual([0, ALL]);
  });

  it('follows new events until it is interrupted, each exactly once', async () => {
    const interruption = new AbortController();
    let out = '';
    const following = run(['events', account.id, '--json', '--follow', '--limit', '1'], {
      signal: interruption.signal,
      onOut: (text) => {
        out = text;
      },
    });
    await until('the last event is printed', () => listed(out).length === 1);
    await run(['settle', account.payment, '--yes']);
    await until('the settlement is printed', () => listed(out).length === 2);
    await run(['settle', account.credit, '--failed', '--yes']);
    await until('the failure is printed', () => listed(out).length === 3);
    interruption.abort('SIGINT');
    const { code, err } = await following;
    expect({ code, err }).toEqual({ code: 130, err: '' });
    expect(typesOf(out)).toEqual(['transaction.created', 'transaction.succeeded', 'transaction.failed']);
    const past = await run(['events', account.id, '--json', '--limit', '3']);
    expect(listed(out)).toEqual(listed(past.out));
  });

  it('exits when the reader closes the output', async () => {
    const { process: child, ended } = spawnFlorin(['events', account.id, '--follow'], environment());
    child.stdout?.once('data', () => child.stdout?.destroy());
    await new Promise((resolve) => child.stdout?.once('close', resolve));
    await run(['settle', account.payment, '--yes']);
    expect(await ended).toMatchObject({ code: 141, err: '' });
  });
});
