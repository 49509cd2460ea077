// The load: concurrent clients, each of which sends the next request after the response.
import { setTimeout as delay } from 'node:timers/promises';
import { newEntry } from './journal.mjs';

/** Pause between the requests of a client, so that the load does not saturate a small machine. */
const MAX_PAUSE_MS = 30;
const MAX_RETRIES = 40;

export class Clients {
  #isStopping = false;
  #loops;

  constructor({ journal, accounts, platform, random, prefix }) {
    Object.assign(this, { journal, accounts, platform, random, prefix });
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
          await this.#send(this.#account(entry.body.account_id), entry);
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
      await delay(this.random.between(0, MAX_PAUSE_MS));
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
    const isRequest = this.random.boolean(0.25);
    const body = {
      account_id: account.id,
      amount: this.random.between(1, 900),
      currency: 'USD',
      reference,
      ...(isRequest
        ? { customer_email: 'customer@example.com' }
        : { type: this.random.boolean(0.7) ? 'payment' : 'credit' }),
    };
    const entry = newEntry(isRequest ? 'payment_request' : 'transaction', body);
    entries.push(entry);
    await this.#send(account, entry);
  }

  #send({ florin }, entry) {
    const resource = entry.kind === 'transaction' ? florin.transactions : florin.payments;
    return this.journal.create(entry, () => resource.create(entry.body, { idempotencyKey: entry.key }));
  }

  /** An acknowledged write is visible at once on every instance. */
  async #readBack({ florin }, entries) {
    const entry = this.#pickRecent(entries, ({ id }) => id !== undefined);
    if (entry === undefined) return;
    const resource = entry.kind === 'transaction' ? florin.transactions : florin.payments;
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
    const entry = this.#pickRecent(entries, (recent) => isTransaction(recent) && recent.end === undefined);
    if (entry === undefined) return;
    const { response } = await this.journal.run(
      `canceling ${entry.id}`,
      () => florin.transactions.cancel(entry.id),
      ['not_cancellable'],
    );
    if (response !== undefined) entry.end = 'canceled';
  }

  async #settle(_account, entries) {
    const entry = this.#pickRecent(entries, (recent) => isTransaction(recent) && recent.end === undefined);
    if (entry === undefined) return;
    const { response } = await this.journal.run(
      `settling ${entry.id}`,
      () => this.platform.transactions.settle(entry.id),
      ['conflict'],
    );
    if (response !== undefined) entry.end = 'succeeded';
  }

  /** A retry of an acknowledged create must return the same id. */
  async #repeat(account, entries) {
    const entry = this.#pickRecent(entries, ({ outcome }) => outcome === 'acknowledged');
    if (entry === undefined) return;
    const { id } = entry;
    await this.#send(account, entry);
    if (entry.id !== id)
      this.journal.problems.push(`${entry.body.reference} was acknowledged as ${id} and then as ${entry.id}`);
  }

  #pickRecent(entries, matches) {
    const recent = entries.slice(-8).filter(matches);
    return recent.length === 0 ? undefined : this.random.pick(recent);
  }

  #account = (id) => this.accounts.find((account) => account.id === id);
}

const isTransaction = ({ kind, id }) => kind === 'transaction' && id !== undefined;
