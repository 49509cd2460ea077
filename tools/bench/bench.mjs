import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFundedService } from './funded-service.mjs';
import { runChild, startServer } from './children.mjs';
import { generateTransactions } from './generate.mjs';
import { hasPgbench, runPgbench } from './pgbench.mjs';
import { compareRounds, READ_ROWS, writeRows } from './plan.mjs';
import { createRequests, REQUESTS } from './requests.mjs';

const ACCOUNTS = 200;
const POOL_SIZE = 16;
const WARM_UP_SECONDS = 1;
/** Long enough to be compiled, and to make transactions enough to be read and changed. */
const WARM_UP_LOAD_SECONDS = 5;

/** One run: a database and a service of its own, the rows of the plan one after the other, and nothing left behind. */
export class Bench {
  #closers = [];

  /** Each row is measured for so many seconds in all, in as many rounds. */
  constructor({ seconds, rounds, transactions, only, progress }) {
    this.seconds = seconds / rounds;
    this.rounds = rounds;
    this.transactions = transactions;
    this.progress = progress;
    const all = [...writeRows({ withPgbench: hasPgbench() }), ...READ_ROWS];
    this.plan = all.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));
  }

  async measure() {
    this.progress.begin(this.plan.length * this.rounds + 2);
    this.progress.step('starting PostgreSQL and the service, opening accounts');
    this.databaseUrl = (await this.#startDatabase()).url;
    this.bank = await startFundedService(this.databaseUrl, ACCOUNTS);
    this.#closers.push(this.bank.close);
    await this.#fill();
    // A service that runs for days is compiled; the first seconds after a start are not what anybody would measure.
    this.progress.step('warming the service up');
    this.stock = await this.#stockUp(WARM_UP_LOAD_SECONDS);
    const rounds = [];
    for (let round = 0; round < this.rounds; round++) rounds.push(await this.#measureRound(round));
    this.progress.end();
    return compareRounds(rounds);
  }

  async #measureRound(round) {
    const rows = [];
    // A change that was made before is none, so every round has transactions of its own.
    const stock = this.stock.filter((_, index) => index % this.rounds === round);
    for (const row of this.plan) {
      this.progress.step(`${row.name}, ${row.where}, ${row.connections} connections`);
      rows.push({ ...row, ...(await this.#measureOne(row, stock)) });
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
    const accounts = this.bank.accountsFor('spread').map(({ uuid }) => uuid);
    await generateTransactions(this.databaseUrl, accounts, this.transactions);
  }

  /** Makes transactions for so long: what the rows that retrieve, update and cancel then work on. */
  async #stockUp(seconds) {
    const callers = this.bank.accountsFor('spread');
    const task = { expect: 201, requests: createRequests(callers), connections: 64, collect: true };
    const { created } = await this.#load({ ...task, seconds });
    const tokens = new Map(callers.map(({ id, token }) => [id, token]));
    return created.map(({ id, account_id }) => ({ id, token: tokens.get(account_id) }));
  }

  async #measureOne(row, stock) {
    const { kind, where, connections } = row;
    const accounts = this.bank.accountsFor(where);
    const uuids = accounts.map(({ uuid }) => uuid);
    const plain = { url: this.databaseUrl, accounts: uuids, connections, seconds: this.seconds };
    if (kind === 'pgbench') return runPgbench(plain);
    if (kind === 'loop')
      return runChild('bench/plain-sql.mjs', { ...plain, warmUpSeconds: WARM_UP_SECONDS }, this.#closers);
    if (kind === 'handler') return this.#overHandler(row, accounts);
    return this.#overService(row, accounts, kind === 'cancel' ? await this.#stockToCancel() : stock);
  }

  /** Made just before, for twice as long as they are canceled: a machine may have been slower when the others were made. */
  #stockToCancel() {
    return this.#stockUp(2 * (this.seconds + WARM_UP_SECONDS));
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

  async #overService({ kind, connections }, callers, stock) {
    const task = await REQUESTS[kind]({ callers, stock, databaseUrl: this.databaseUrl });
    const before = await this.bank.usage();
    const measured = await this.#load({ ...task, connections });
    const after = await this.bank.usage();
    const cpuMicroseconds = ((after.cpuSeconds - before.cpuSeconds) * 1e6) / measured.total;
    return { ...measured, cpuMicroseconds, memoryMiB: after.memoryBytes / 2 ** 20 };
  }

  #load(task) {
    const times = { seconds: this.seconds, warmUpSeconds: WARM_UP_SECONDS };
    return runChild('bench/load.mjs', { url: this.bank.url, ...times, ...task }, this.#closers);
  }
}
