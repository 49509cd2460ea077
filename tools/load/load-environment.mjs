// What a run under load stands on: a PostgreSQL of its own, the built service in a process of its own, and accounts with
// money and a token each. Everything ends with the run.
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

const PAST = 2_000;
const AT_ONCE = 8;

export class LoadEnvironment {
  #closers = [];
  #secret = randomBytes(32).toString('hex');
  password = randomBytes(16).toString('hex');

  static async set(accounts) {
    const stage = new LoadEnvironment();
    // Whoever interrupts a run wants the machine back.
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => stage.close().finally(() => process.exit(130)));
    try {
      await stage.#startDatabase();
      stage.uuids = await openAccounts(stage.databaseUrl, accounts, { password: stage.password });
      await generateTransactions(stage.databaseUrl, stage.uuids, PAST);
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  onClose(close) {
    this.#closers.push(close);
  }

  /** Runs one of the scripts beside this file, for as long as the stage stands. */
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

  /** Starts the service; a second one after the first has ended takes the first one's tokens. */
  async startService({ processes = 1, passwordCost = 4, arguments: nodeArguments = [] } = {}) {
    const child = spawn(process.execPath, [...nodeArguments, join(root, 'apps/api/dist/main.js')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DATABASE_URL: this.databaseUrl,
        PORT: '0',
        JWT_SECRET: this.#secret,
        PASSWORD_COST: String(passwordCost),
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        WEB_CONCURRENCY: String(processes),
      },
    });
    const stop = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    };
    this.onClose(stop);
    let said = '';
    const words = () => said;
    const url = await new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${said}`)));
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          said += chunk;
          const address = /the API listens on (\S+)/.exec(said)?.[1];
          if (address) resolve(address);
        });
    });
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    return { url, words, stop, isRunning };
  }

  /** The owners of the accounts, each logged in. */
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
    while (rows.length > 0) callers.push(...(await Promise.all(rows.splice(0, AT_ONCE).map(logIn))));
    return callers;
  }
}

async function post(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
