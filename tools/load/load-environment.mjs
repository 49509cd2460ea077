// The environment of a load test: its own PostgreSQL, the built service in its own process, and funded accounts with tokens.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idFromUuid } from '@florin/kernel';
import { startEmbeddedPostgres, removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { migrate } from '@florin/infrastructure';
import pg from 'pg';
import { openAccounts } from '../bench/accounts.mjs';
import { runChild } from '../bench/children.mjs';
import { generateTransactions } from '../bench/generate.mjs';
import { root } from '../command-line.mjs';

const PAST_TRANSACTIONS = 2_000;
const CONCURRENCY = 8;

export class LoadEnvironment {
  #closers = [];
  #secret = randomBytes(32).toString('hex');
  password = randomBytes(16).toString('hex');
  admin = { email: 'load@example.com', password: this.password };

  static async start(accounts) {
    const environment = new LoadEnvironment();
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => environment.close().finally(() => process.exit(130)));
    try {
      await environment.#startDatabase();
      environment.uuids = await openAccounts(environment.databaseUrl, accounts, {
        password: environment.password,
      });
      await generateTransactions(environment.databaseUrl, environment.uuids, PAST_TRANSACTIONS);
    } catch (error) {
      await environment.close();
      throw error;
    }
    return environment;
  }

  onClose(close) {
    this.#closers.push(close);
  }

  /** Runs a script of this folder. */
  run(script, task) {
    return runChild(`load/${script}`, task, this.#closers);
  }

  async close() {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }

  async #startDatabase() {
    const dataDir = mkdtempSync(join(tmpdir(), 'florin-load-'));
    this.onClose(() => removeEmbeddedPostgres(dataDir));
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
    this.onClose(() => server.stop());
    this.databaseUrl = server.url;
    await migrate(server.url);
  }

  /** All services have the same JWT_SECRET, so tokens stay valid after a restart. */
  startService({ processes = 1, passwordCost = 4, arguments: nodeArguments = [] } = {}) {
    return this.#startProgram('api', /the API listens on (\S+)/, nodeArguments, {
      PORT: '0',
      ADMIN_EMAIL: this.admin.email,
      ADMIN_PASSWORD: this.admin.password,
      PASSWORD_COST: String(passwordCost),
      RATE_LIMITS: 'off',
      WEB_CONCURRENCY: String(processes),
    });
  }

  startWorker({ arguments: nodeArguments = [] } = {}) {
    return this.#startProgram('worker', /metrics are at (http\S+)/, nodeArguments, { WORKER_PORT: '0' });
  }

  /** `ready` matches the output line with the URL. */
  async #startProgram(app, ready, nodeArguments, settings) {
    const child = spawn(process.execPath, [...nodeArguments, join(root, `apps/${app}/dist/main.js`)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DATABASE_URL: this.databaseUrl,
        JWT_SECRET: this.#secret,
        LOG_LEVEL: 'warn',
        // Receivers of webhooks are on this machine.
        WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'on',
        ...settings,
      },
    });
    const stop = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    };
    this.onClose(stop);
    let text = '';
    const output = () => text;
    const url = await new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The ${app} exited with ${code}: ${text}`)));
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          text += chunk;
          const address = ready.exec(text)?.[1];
          if (address) resolve(address);
        });
    });
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    return { url, output, stop, isRunning };
  }

  /** The owners of the accounts with their tokens. */
  async callers(url) {
    const client = new pg.Client({ connectionString: this.databaseUrl });
    await client.connect();
    const { rows } = await client.query(`SELECT id, email FROM accounts WHERE id = ANY ($1::uuid[])`, [
      this.uuids,
    ]);
    await client.end();
    const callers = [];
    const logIn = async ({ id, email }) => {
      const credentials = { email, password: this.password };
      const { access_token } = await post(`${url}/v1/auth/login`, credentials);
      return { id: idFromUuid('acct', id), credentials, token: access_token };
    };
    while (rows.length > 0) callers.push(...(await Promise.all(rows.splice(0, CONCURRENCY).map(logIn))));
    return callers;
  }
}

async function post(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${url} returned ${response.status}: ${await response.text()}`);
  return response.json();
}
