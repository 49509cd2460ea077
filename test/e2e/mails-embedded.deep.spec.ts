import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD } from '../support/account-holders.js';
import { type Fields, send } from '../support/running-api.js';
import { decodeParts } from '../support/smtp.js';
import { ROOT } from '../support/source-tree.js';
import { until } from '../support/until.js';

let dataDir: string;
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

async function begin(environment: Record<string, string> = {}) {
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...inherited } = process.env;
  const port = await freePort();
  florin = spawn(process.execPath, [join(ROOT, 'tools/start.mjs')], {
    cwd: ROOT,
    env: { ...inherited, DATA_DIR: dataDir, PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [florin.stdout, florin.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { url: `http://127.0.0.1:${port}`, output: () => output };
}

describe('with the embedded database', () => {
  it('mails are written as files that the log names, with links to this service', async () => {
    const { url, output } = await begin();
    await until('the worker runs', () => /worker: running/.test(output()), 120_000);
    const post = async (path: string, body: object, token?: string): Promise<Fields> =>
      (await send(`${url}${path}`, 'POST', { body, ...(token !== undefined && { token }) })).body;
    const owner = { email: 'ada@example.com', name: 'Ada Ltd', type: 'business', password: PASSWORD };
    const account = await post('/v1/accounts', owner);
    const login = await post('/v1/auth/login', { email: owner.email, password: PASSWORD });
    const order = { account_id: account['id'], amount: 500, currency: 'USD', send_email: true };
    const customer = { customer_email: 'grace@example.com' };
    const payment = await post('/v1/payments', { ...order, ...customer }, String(login['access_token']));
    const folder = join(dataDir, 'mail');
    const files = () =>
      existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
    await until('the mail is written', () => files().length === 1);
    const [file = ''] = files();
    const content = decodeParts(readFileSync(join(folder, file), 'utf8'));
    expect(content).toContain('To: grace@example.com');
    expect(content).toContain(String(payment['payment_url']));
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
    await until('the log names the file', () => output().includes(file));
    expect(output()).not.toContain('grace@example.com');
  });

  it.each([
    ['MAIL_URL', { MAIL_URL: 'mail.example.com' }],
    ['MAIL_FROM', { MAIL_URL: 'smtp://mail.example.com' }],
  ])('a bad %s stops the start with one line', async (name, environment) => {
    const { output } = await begin(environment);
    expect(await once(florin, 'exit')).toEqual([1, null]);
    expect(output().trim().split('\n')).toEqual([expect.stringContaining(`${name} must be`)]);
  });
});
