import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFundedService } from './funded-service.mjs';
import { runChild, startServer } from './children.mjs';
import { generateTransactions } from './generate.mjs';
import { hasPgbench, runPgbench } from './pgbench.mjs';
import { compareRounds, FINAL_ROWS, READ_ROWS, writeRows } from './plan.mjs';
import { createRequests, REQUESTS } from './requests.mjs';

const ACCOUNTS = 200;
const POOL_SIZE = 16;
const WARM_UP_SECONDS = 1;
/** Long enough for V8 to compile the hot code, and to create transactions to read and update. */
const WARM_UP_LOAD_SECONDS = 5;

/** One run with its own database and service. Measures the rows of the plan one after the other. */
export class Bench {
  #closers = [];

  /** `seconds` is the total time per row over all rounds. */
  constructor({ seconds, rounds, transactions, only, progress }) {
    this.seconds = seconds / rounds;
    this.rounds = rounds;
    this.transactions = transactions;
    this.progress = progress;
    const all = [...writeRows({ withPgbench: hasPgbench() }), ...FINAL_ROWS, ...READ_ROWS];
    this.plan = all.filter(({ name }) => only.length === 0 || only.some((text) => name.includes(text)));
  }

  async measure() {
    this.progress.begin(this.plan.length * this.rounds + 2);
    this.progress.step('starting PostgreSQL and the service, opening accounts');
    this.databaseUrl = (await this.#startDatabase()).url;
    this.service = await startFundedService(this.databaseUrl, ACCOUNTS);
    this.#closers.push(this.service.close);
    await this.#fill();
    this.progress.step('warming the service up');
    this.created = await this.#createTransactions(WARM_UP_LOAD_SECONDS);
    const rounds = [];
    for (let round = 0; round < this.rounds; round++) rounds.push(await this.#measureRound(round));
    this.progress.end();
    return compareRounds(rounds);
  }

  async #measureRound(round) {
    const rows = [];
    // An unchanged update is not written, so every round has its own transactions.
    const created = this.created.filter((_, index) => index % this.rounds === round);
    for (const row of this.plan) {
      this.progress.step(`${row.name}, ${row.where}, ${row.connections} connections`);
      rows.push({ ...row, ...(await this.#measureOne(row, created)) });
    }
    return rows;
  }

  async close() {
    for (let closer = this.#closers.pop(); closer !== undefined; closer = this.#closers.pop()) await closer();
  }

  async #startDatabase() {
    const { startEmbeddedPostgres, removeEmbeddedPostgres } = await import('@florin/infrastructure/embedded');
    const dataDir = mkdtempSync(join(tmpdir(), 'florin-bench-'));
    this.#closers.push(() => removeEmbeddedPostgres(dataDir));
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
    this.#closers.push(() => server.stop());
    return server;
  }

  async #fill() {
    if (this.transactions === 0) return;
    const accounts = this.service.accountsFor('spread').map(({ uuid }) => uuid);
    await generateTransactions(this.databaseUrl, accounts, this.transactions);
  }

  /** Creates the transactions for the rows that retrieve, update and cancel. */
  async #createTransactions(seconds) {
    const callers = this.service.accountsFor('spread');
    const task = { expect: 201, requests: createRequests(callers), connections: 64, collect: true };
    const { created } = await this.#load({ ...task, seconds });
    const tokens = new Map(callers.map(({ id, token }) => [id, token]));
    return created.map(({ id, account_id }) => ({ id, token: tokens.get(account_id) }));
  }

  async #measureOne(row, created) {
    const { kind, where, connections } = row;
    const accounts = this.service.accountsFor(where);
    const uuids = accounts.map(({ uuid }) => uuid);
    const plain = { url: this.databaseUrl, accounts: uuids, connections, seconds: this.seconds };
    if (kind === 'pgbench') return runPgbench(plain);
    if (kind === 'loop')
      return runChild('bench/plain-sql.mjs', { ...plain, warmUpSeconds: WARM_UP_SECONDS }, this.#closers);
    if (kind === 'handler') return this.#overHandler(row, accounts);
    return this.#overService(row, accounts, kind === 'cancel' ? await this.#createForCancel() : created);
  }

  /** Each transaction can be canceled once, so this creates more than can be canceled in the time. */
  #createForCancel() {
    return this.#createTransactions(2 * (this.seconds + WARM_UP_SECONDS));
  }

  async #overHandler({ connections }, accounts) {
    const environment = { DATABASE_URL: this.databaseUrl, POOL_SIZE: `${POOL_SIZE}` };
    const { url, stop } = await startServer('plain-handler.mjs', environment, this.#closers);
    try {
      const requests = createRequests(accounts, ({ uuid }) => uuid);
      return await this.#load({ url, expect: 201, requests, connections });
    } finally {
      await stop();
    }
  }

  async #overService({ kind, connections }, callers, created) {
    const { adminToken } = this.service;
    const task = await REQUESTS[kind]({ callers, created, adminToken, databaseUrl: this.databaseUrl });
    const before = await this.service.usage();
    const measured = await this.#load({ ...task, connections });
    const after = await this.service.usage();
    const cpuMicroseconds = ((after.cpuSeconds - before.cpuSeconds) * 1e6) / measured.total;
    return { ...measured, cpuMicroseconds, memoryMiB: after.memoryBytes / 2 ** 20 };
  }

  #load(task) {
    const times = { seconds: this.seconds, warmUpSeconds: WARM_UP_SECONDS };
    return runChild('bench/load.mjs', { url: this.service.url, ...times, ...task }, this.#closers);
  }
}
