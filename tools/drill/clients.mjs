// The load: concurrent clients, each of which sends the next request after the response.
import { setTimeout as delay } from 'node:timers/promises';
import { newBatch, newEntry } from './journal.mjs';

/** Pause between the requests of a client, so that the load does not saturate a small machine. */
const MAX_PAUSE_MS = 30;
const SLOW_PAUSE_MS = 1_000;
const MAX_RETRIES = 40;
const MAX_BATCH = 5;

export class Clients {
  #isStopping = false;
  #loops;

  /** While `isSlow()`, each client sends one request a second. */
  constructor({ journal, accounts, platform, random, prefix, isSlow }) {
    Object.assign(this, { journal, accounts, platform, random, prefix, isSlow });
  }

  begin(count) {
    this.#loops = Array.from({ length: count }, (_, number) => this.#run(number));
  }

  /** Returns false if a client still waits for a response after the timeout. */
  async finish(withinMs) {
    this.#isStopping = true;
    const timer = new AbortController();
    const timeout = delay(withinMs, false, { signal: timer.signal }).catch(() => false);
    const isDone = await Promise.race([Promise.all(this.#loops).then(() => true), timeout]);
    timer.abort();
    return isDone;
  }

  /** Retries creates with an unknown outcome under their idempotency key until the outcome is known. */
  async resolveOpen() {
    const open = [...this.journal.entries].filter(({ outcome }) => outcome === 'open');
    await Promise.all(
      open.map(async (entry) => {
        for (let round = 0; entry.outcome === 'open' && round < MAX_RETRIES; round += 1) {
          await this.#send(entry);
          if (entry.outcome === 'open') await delay(100);
        }
      }),
    );
    return open.length;
  }

  async #run(number) {
    const account = this.accounts[number % this.accounts.length];
    const entries = [];
    while (!this.#isStopping) {
      const action = this.#choose(entries);
      await action.call(this, account, entries, `${this.prefix}-${number}-${entries.length}`);
      await delay(this.isSlow() ? SLOW_PAUSE_MS : this.random.between(0, MAX_PAUSE_MS));
    }
  }

  #choose(entries) {
    const roll = this.random.next();
    if (entries.length === 0 || roll < 0.55) return this.#create;
    if (roll < 0.7) return this.#readBack;
    if (roll < 0.8) return this.#annotate;
    if (roll < 0.87) return this.#cancel;
    if (roll < 0.94) return this.#settle;
    return this.#repeat;
  }

  async #create(account, entries, reference) {
    const entry = this.#newEntry(account, reference);
    entries.push(entry, ...(entry.elements ?? []));
    await this.#send(entry);
  }

  #newEntry(account, reference) {
    const roll = this.random.next();
    const florin = account.florin;
    if (roll < 0.2) {
      const body = {
        ...this.#money(reference),
        account_id: account.id,
        customer_email: 'customer@example.com',
      };
      return { ...newEntry('payment_request', body), florin };
    }
    if (roll < 0.4) {
      const others = this.accounts.filter(({ id }) => id !== account.id);
      const ends = { from_account_id: account.id, to_account_id: this.random.pick(others).id };
      const entry = newEntry('transfer', { ...this.#money(reference), ...ends, ...this.#maybeSettled() });
      return { ...entry, florin: this.#clientFor(entry.body, florin) };
    }
    if (roll < 0.5) {
      const count = this.random.between(2, MAX_BATCH);
      const bodies = Array.from({ length: count }, (_, index) =>
        this.#transaction(account, `${reference}-${index}`),
      );
      const batch = newBatch(bodies, this.random.boolean(0.5));
      return Object.assign(batch, { florin });
    }
    const entry = newEntry('transaction', {
      ...this.#transaction(account, reference),
      ...this.#maybeSettled(),
    });
    return { ...entry, florin: this.#clientFor(entry.body, florin) };
  }

  #money(reference) {
    return { amount: this.random.between(1, 900), currency: 'USD', reference };
  }

  #transaction(account, reference) {
    const type = this.random.boolean(0.7) ? 'payment' : 'credit';
    return { ...this.#money(reference), account_id: account.id, type };
  }

  #maybeSettled() {
    return this.random.boolean(0.2) ? { settle: true } : {};
  }

  /** An account's key cannot settle. */
  #clientFor({ settle }, florin) {
    return settle ? this.platform : florin;
  }

  #send(entry) {
    const { florin, body, key } = entry;
    const create = {
      transaction: florin.transactions.create,
      payment_request: florin.payments.create,
      transfer: florin.transfers.create,
      batch: florin.transactions.createBatch,
    }[entry.kind];
    const { transactions, atomic } = body;
    const sent = entry.kind === 'batch' ? { transactions, atomic } : body;
    return this.journal.create(entry, () => create(sent, { idempotencyKey: key }));
  }

  /** An acknowledged write is visible at once on every instance. */
  async #readBack({ florin }, entries) {
    const entry = this.#pickRecent(entries, ({ id, kind }) => id !== undefined && kind !== 'batch');
    if (entry === undefined) return;
    const { transactions, transfers, payments } = florin;
    const resource = { transaction: transactions, transfer: transfers, payment_request: payments }[
      entry.kind
    ];
    await this.journal.run(`reading ${entry.id}`, () => resource.get(entry.id));
  }

  async #annotate({ florin }, entries) {
    const entry = this.#pickRecent(entries, isTransaction);
    if (entry === undefined) return;
    const note = (entry.lastNote ?? 0) + 1;
    entry.lastNote = note;
    entry.notes.add(note);
    const { response } = await this.journal.run(`annotating ${entry.id}`, () =>
      florin.transactions.update(entry.id, { metadata: { note } }),
    );
    if (response === undefined) return;
    entry.notes.delete(entry.acknowledgedNote);
    entry.acknowledgedNote = note;
  }

  async #cancel({ florin }, entries) {
    const entry = this.#pickRecent(entries, isUnended);
    if (entry === undefined) return;
    const { response } = await this.journal.run(
      `canceling ${entry.id}`,
      () => resourceOf(entry, florin).cancel(entry.id),
      ['not_cancellable'],
    );
    if (response !== undefined) entry.end = 'canceled';
  }

  async #settle(_account, entries) {
    const entry = this.#pickRecent(entries, isUnended);
    if (entry === undefined) return;
    const { response } = await this.journal.run(
      `settling ${entry.id}`,
      () => resourceOf(entry, this.platform).settle(entry.id),
      ['conflict'],
    );
    if (response !== undefined) entry.end = 'succeeded';
  }

  /** A retry of an acknowledged create must return the same id. */
  async #repeat(_account, entries) {
    const recent = this.#pickRecent(entries, ({ outcome }) => outcome === 'acknowledged');
    if (recent === undefined) return;
    const entry = recent.batch ?? recent;
    const { id } = entry;
    await this.#send(entry);
    if (entry.id !== id)
      this.journal.problems.push(`${entry.body.reference} was acknowledged as ${id} and then as ${entry.id}`);
  }

  #pickRecent(entries, matches) {
    const recent = entries.slice(-8).filter(matches);
    return recent.length === 0 ? undefined : this.random.pick(recent);
  }
}

const isTransaction = ({ kind, id }) => kind === 'transaction' && id !== undefined;
const isUnended = (entry) =>
  (isTransaction(entry) || (entry.kind === 'transfer' && entry.id !== undefined)) && entry.end === undefined;
const resourceOf = ({ kind }, florin) => (kind === 'transfer' ? florin.transfers : florin.transactions);
