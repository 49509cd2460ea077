import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { createBusyAccount, type BusyAccount } from '../testing/busy-account.js';
import { florin, spawnFlorin } from '../testing/florin.js';

const TRANSACTIONS = 100_000;
let database: TestDatabase;
let account: BusyAccount;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  account = await createBusyAccount(database.url, TRANSACTIONS);
  folder = mkdtempSync(join(tmpdir(), 'florin-export-'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const environment = () => ({ DATABASE_URL: database.url });
const runExport = (...line: string[]) => florin(['export', ...line], { environment: environment() });
const fileNamed = (name: string): string => join(folder, name);

describe('florin export', () => {
  it('writes CSV for a spreadsheet, with a running balance', async () => {
    const { code, out, err } = await runExport(account.email, '--to', '2023-11-14T22:14:26Z');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [head, ...lines] = out.split('\r\n');
    expect(head).toBe(
      'ended_at,created_at,transaction_id,type,status,amount,currency,change,balance,reference,refund_of,failure_reason,payment_reference,customer_email,metadata',
    );
    const columns = lines.map((line) => line.split(','));
    // Orders 2 to 6 have settled by then; order 1 is pending and comes last.
    expect(columns.slice(0, 6).map((fields) => fields.slice(3, 10).join(' '))).toEqual([
      "credit succeeded 1.02 EUR 1.02 1.02 '=SUM(A1) order 2",
      "payment succeeded 1.03 EUR -1.03 -0.01 '=SUM(A1) order 3",
      "credit succeeded 1.04 EUR 1.04 1.03 '=SUM(A1) order 4",
      "credit succeeded 1.05 EUR 1.05 2.08 '=SUM(A1) order 5",
      "payment succeeded 1.06 EUR -1.06 1.02 '=SUM(A1) order 6",
      "credit pending 1.01 EUR 0.00 1.02 '=SUM(A1) order 1",
    ]);
    expect(out.endsWith('\r\n')).toBe(true);
    expect(columns[0]?.at(-1)).toBe('"{""n"":1}"');
  });

  it('writes JSON lines in minor units with unchanged text, by id', async () => {
    const { out } = await runExport(account.id, '--format', 'jsonl', '--to', '2023-11-14T22:14:22Z');
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([
      {
        ended_at: '2023-11-14T22:14:22.000Z',
        created_at: '2023-11-14T22:13:22.000Z',
        transaction_id: expect.stringMatching(/^txn_/),
        type: 'credit',
        status: 'succeeded',
        amount: 102,
        currency: 'EUR',
        change: 102,
        balance: 102,
        reference: '=SUM(A1) order 2',
        refund_of: null,
        failure_reason: null,
        payment_reference: null,
        customer_email: null,
        metadata: { n: 1 },
      },
      expect.objectContaining({ status: 'pending', ended_at: null, change: 0, balance: 102 }),
    ]);
  });

  it('cuts at --from and --to, with consecutive balances', async () => {
    const balances = async (...line: string[]): Promise<number[]> => {
      const { out } = await runExport(account.email, '--format', 'jsonl', '--settled', ...line);
      return out
        .trimEnd()
        .split('\n')
        .map((text) => (JSON.parse(text) as { balance: number }).balance);
    };
    const whole = await balances('--to', '2023-11-14T23:59:59Z');
    const first = await balances('--to', '2023-11-14T22:59:59.999Z');
    const second = await balances('--from', '2023-11-14T23:00:00Z', '--to', '2023-11-14T23:59:59Z');
    expect(first.length).toBeGreaterThan(1_000);
    expect(second.length).toBeGreaterThan(1_000);
    expect([...first, ...second]).toEqual(whole);
  });

  it('writes 100,000 rows with a small heap', async () => {
    // With plenty of memory, RSS depends on the garbage collector; a small heap shows what the export needs.
    const small = { ...environment(), NODE_OPTIONS: '--max-old-space-size=48 --max-semi-space-size=4' };
    const line = [
      'export',
      account.email,
      '--format',
      'jsonl',
      '--json',
      '--output',
      fileNamed('many.jsonl'),
    ];
    const { code, err, peakMegabytes } = await spawnFlorin(line, small).ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(peakMegabytes).toBeLessThan(200);

    let rows = 0;
    let last = '';
    for await (const line of createInterface({ input: createReadStream(fileNamed('many.jsonl')) })) {
      rows += 1;
      last = line;
    }
    expect(rows).toBe(TRANSACTIONS);
    expect((JSON.parse(last) as { balance: number }).balance).toBe(account.balance);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('leaves no file when interrupted by %s, and exits with %i', async (signal, exitCode) => {
    const path = fileNamed('interrupted.csv');
    const { process: child, ended } = spawnFlorin(['export', account.email, '--output', path], environment());
    while (!existsSync(`${path}.partial`)) await sleep(2);
    child.kill(signal);
    const { code, err } = await ended;
    expect({ code, err }).toEqual({
      code: exitCode,
      err: expect.stringMatching(/interrupted after [\d,]+ rows?; .* was not written/),
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('interrupted'))).toEqual([]);
  });

  it('counts the two signals of one Ctrl-C under npm as one, and leaves no file', async () => {
    const path = fileNamed('twice.csv');
    const { process: child, ended } = spawnFlorin(['export', account.email, '--output', path], environment());
    while (!existsSync(`${path}.partial`)) await sleep(2);
    child.kill('SIGINT');
    await sleep(1);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining('was not written') });
    expect(readdirSync(folder).filter((name) => name.startsWith('twice'))).toEqual([]);
  });

  it('reports incomplete output when interrupted', async () => {
    const interruption = new AbortController();
    const { code, err } = await florin(['export', account.email], {
      environment: environment(),
      signal: interruption.signal,
      onOut: (text) => {
        if (text.length > 100_000) interruption.abort('SIGTERM');
      },
    });
    expect({ code, err }).toEqual({
      code: 143,
      err: expect.stringMatching(/the output is incomplete\n$/),
    });
  });

  it('exits without a message when the reader closes the output', async () => {
    const { process: child, ended } = spawnFlorin(['export', account.email], environment());
    child.stdout?.once('data', () => child.stdout?.destroy());
    const { code, err } = await ended;
    expect({ code, err }).toEqual({ code: 141, err: '' });
  });

  const itOnLinux = existsSync('/dev/full') ? it : it.skip;
  itOnLinux('fails with one line when the device is full', async () => {
    const full = openSync('/dev/full', 'w');
    const { code, err } = await spawnFlorin(['export', account.email], environment(), full).ended;
    closeSync(full);
    expect({ code, err }).toEqual({ code: 1, err: 'florin: standard output cannot be written: ENOSPC\n' });
  });

  it('replaces an existing file only with --force, and only as a whole', async () => {
    const path = fileNamed('existing.csv');
    writeFileSync(path, 'existing content');
    const rejected = await runExport(account.email, '--output', path);
    expect(rejected).toMatchObject({ code: 1, err: expect.stringContaining('--force') });
    expect(readFileSync(path, 'utf8')).toBe('existing content');
    const line = [account.email, '--output', path, '--force', '--bom', '--to', '2023-11-14T22:14:22Z'];
    expect(await runExport(...line)).toEqual({ code: 0, out: '', err: `florin: wrote 2 rows to ${path}\n` });
    expect(readFileSync(path, 'utf8')).toMatch(/^\uFEFFended_at,/);
  });

  it.each([[[]], [['--force']]])('does not replace a pipe or a device, options %j', async (force) => {
    const path = fileNamed(`pipe${force.length}`);
    execFileSync('mkfifo', [path]);
    const { code, err } = await runExport(account.email, '--output', path, ...force);
    const message = `florin: ${path} is not a file; leave out --output and redirect to it\n`;
    expect({ code, err }).toEqual({ code: 1, err: message });
    expect(statSync(path).isFIFO()).toBe(true);
  });

  it.each([[[]], [['--force']]])('rejects a folder as --output, options %j', async (force) => {
    const path = fileNamed(`folder${force.length}`);
    mkdirSync(path);
    const { code, err } = await runExport(account.email, '--output', path, ...force);
    expect({ code, err }).toEqual({ code: 1, err: `florin: ${path} is a folder; name a file in it\n` });
    expect(
      readdirSync(folder).filter((name) => name.startsWith('folder') && name.endsWith('.partial')),
    ).toEqual([]);
  });

  it.each([['unknown@example.com'], ['acct_01h4000000e008000000000009']])(
    'fails for an unknown account: %s',
    async (account) => {
      expect(await runExport(account)).toEqual({ code: 1, out: '', err: `florin: no account ${account}\n` });
    },
  );

  it('fails with one line when the file cannot be written', async () => {
    const { code, err } = await runExport(account.email, '--output', join(folder, 'missing', 'x.csv'));
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^florin: .*x\.csv cannot be written: ENOENT[^\n]*\n$/),
    });
  });
});
