import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '../support/running-api.js';
import { ROOT } from '../support/source-tree.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhooks.js';
import { isAlive } from '../support/is-alive.mjs';

const PASSWORD = 'correct horse battery';
let dataDir: string;
let url: string;
let florin: ChildProcess;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), `florin-test-${process.pid}-`));
});

afterEach(async () => {
  if (florin.exitCode !== null || florin.signalCode !== null) return;
  florin.kill('SIGTERM');
  await once(florin, 'exit');
});

afterAll(() => removeEmbeddedPostgres(dataDir));

/** Starts the service and waits until its worker has started. */
async function begin(): Promise<void> {
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...inherited } = process.env;
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(ROOT, 'tools/start.mjs')], {
    cwd: ROOT,
    env: { ...inherited, DATA_DIR: dataDir, PORT: String(port), SETTLEMENT_DELAY_SECONDS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  florin = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  await until('the worker runs', () => /worker: running/.test(output), 60_000);
}

const workerPids = (): number[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((found) => found?.[2] === String(florin.pid) && found[3]?.includes('worker/dist/main.js'))
    .map((found) => Number(found?.[1]));

async function settledCredit(token: string, accountId: string): Promise<void> {
  const body = { account_id: accountId, amount: 500, currency: 'USD', type: 'credit' };
  const { id } = (await send(`${url}/v1/transactions`, 'POST', { token, body })).body;
  const status = async () =>
    (await send(`${url}/v1/transactions/${String(id)}`, 'GET', { token })).body['status'];
  await until('the credit is settled', async () => (await status()) === 'succeeded', 30_000);
}

async function anOwner(): Promise<{ token: string; accountId: string }> {
  const account = { email: 'ada@example.com', name: 'Ada', type: 'individual', password: PASSWORD };
  const { id } = (await send(`${url}/v1/accounts`, 'POST', { body: account })).body;
  const login = { email: account.email, password: PASSWORD };
  const tokens = (await send(`${url}/v1/auth/login`, 'POST', { body: login })).body;
  return { token: tokens['access_token'] as string, accountId: id as string };
}

describe('npm start with the embedded database', () => {
  it('starts a worker that settles and sends webhooks, is restarted when it is killed, and ends with the service', async () => {
    await begin();
    const { token, accountId } = await anOwner();
    // Private addresses are allowed with the embedded database.
    const receiver = await WebhookReceiver.open();
    const endpoint = { url: receiver.url, events: ['transaction.succeeded'] };
    expect((await send(`${url}/v1/webhook_endpoints`, 'POST', { token, body: endpoint })).status).toBe(201);
    await settledCredit(token, accountId);
    await until('the event is delivered', () => receiver.received.length > 0, 30_000);
    await receiver.close();

    const [first] = workerPids();
    process.kill(first!, 'SIGKILL');
    await until('another worker runs', () => workerPids().some((pid) => pid !== first), 30_000);
    await settledCredit(token, accountId);
    await until('the API is ready', async () => (await send(`${url}/health/ready`, 'GET')).status === 200);

    const [second] = workerPids();
    florin.kill('SIGTERM');
    const [code] = (await once(florin, 'exit')) as [number];
    expect(code).toBe(0);
    expect(isAlive(second!)).toBe(false);
  });

  it('leaves no worker running when it is killed itself', async () => {
    await begin();
    const [worker] = workerPids();
    expect(isAlive(worker!)).toBe(true);
    florin.kill('SIGKILL');
    await until('the worker has ended', () => !isAlive(worker!), 30_000);
  });
});
