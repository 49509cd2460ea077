// The load: many clients side by side, each of which asks for something, hears the answer, and asks again.
import { setTimeout as delay } from 'node:timers/promises';
import { newEntry } from './journal.mjs';

/** A client thinks for up to this long, so that a small machine is busy with faults and not only with load. */
const LONGEST_THOUGHT_MS = 30;
const REPEATS_AT_MOST = 40;

export class Clients {
  #isOver = false;
  #loops;

  constructor({ line, journal, accounts, platform, chance, prefix }) {
    Object.assign(this, { line, journal, accounts, platform, chance, prefix });
  }

  begin(count) {
    this.#loops = Array.from({ length: count }, (_, number) => this.#keepAsking(number));
  }

  /** Answers true when every client came to an end of its own: answered, or cut off, but none waiting for ever. */
  async finish(withinMs) {
    this.#isOver = true;
    const giveUp = new AbortController();
    const late = delay(withinMs, false, { signal: giveUp.signal }).catch(() => false);
    const isDone = await Promise.race([Promise.all(this.#loops).then(() => true), late]);
    giveUp.abort();
    return isDone;
  }

  /** Sends what nobody knows the outcome of again with its key, until the truth is told. */
  async resolveOpen() {
    const open = [...this.journal.entries].filter(({ outcome }) => outcome === 'open');
    await Promise.all(
      open.map(async (entry) => {
        for (let round = 0; entry.outcome === 'open' && round < REPEATS_AT_MOST; round += 1) {
          await this.#send(this.#account(entry.body.account_id), entry);
          if (entry.outcome === 'open') await delay(100);
        }
      }),
    );
    return open.length;
  }

  async #keepAsking(number) {
    const account = this.accounts[number % this.accounts.length];
    const mine = [];
    while (!this.#isOver) {
      const deed = this.#choose(mine);
      await deed.call(this, account, mine, `${this.prefix}-${number}-${mine.length}`);
      await delay(this.chance.between(0, LONGEST_THOUGHT_MS));
    }
  }

  #choose(mine) {
    const drawn = this.chance.next();
    if (mine.length === 0 || drawn < 0.55) return this.#create;
    if (drawn < 0.7) return this.#readBack;
    if (drawn < 0.8) return this.#annotate;
    if (drawn < 0.87) return this.#cancel;
    if (drawn < 0.94) return this.#settle;
    return this.#repeat;
  }

  async #create(account, mine, reference) {
    const isRequest = this.chance.is(0.25);
    const body = {
      account_id: account.id,
      amount: this.chance.between(1, 900),
      currency: 'USD',
      reference,
      ...(isRequest
        ? { customer_email: 'customer@example.com' }
        : { type: this.chance.is(0.7) ? 'payment' : 'credit' }),
    };
    const entry = newEntry(isRequest ? 'payment_request' : 'transaction', body);
    mine.push(entry);
    await this.#send(account, entry);
  }

  #send({ florin }, entry) {
    const resource = entry.kind === 'transaction' ? florin.transactions : florin.payments;
    return this.journal.create(entry, () => resource.create(entry.body, { idempotencyKey: entry.key }));
  }

  /** What was acknowledged is there at once, on whichever instance is asked. */
  async #readBack({ florin }, mine) {
    const entry = this.#one(mine, ({ id }) => id !== undefined);
    if (entry === undefined) return;
    const resource = entry.kind === 'transaction' ? florin.transactions : florin.payments;
    await this.journal.told(`reading ${entry.id}`, () => resource.get(entry.id));
  }

  async #annotate({ florin }, mine) {
    const entry = this.#one(mine, isTransaction);
    if (entry === undefined) return;
    const note = (entry.lastNote ?? 0) + 1;
    entry.lastNote = note;
    entry.notes.add(note);
    const { answer } = await this.journal.told(`annotating ${entry.id}`, () =>
      florin.transactions.update(entry.id, { metadata: { note } }),
    );
    if (answer === undefined) return;
    entry.notes.delete(entry.acknowledgedNote);
    entry.acknowledgedNote = note;
  }

  async #cancel({ florin }, mine) {
    const entry = this.#one(mine, (one) => isTransaction(one) && one.end === undefined);
    if (entry === undefined) return;
    const { answer } = await this.journal.told(
      `canceling ${entry.id}`,
      () => florin.transactions.cancel(entry.id),
      ['not_cancellable'],
    );
    if (answer !== undefined) entry.end = 'canceled';
  }

  async #settle(_account, mine) {
    const entry = this.#one(mine, (one) => isTransaction(one) && one.end === undefined);
    if (entry === undefined) return;
    const { answer } = await this.journal.told(
      `settling ${entry.id}`,
      () => this.platform.transactions.settle(entry.id),
      ['conflict'],
    );
    if (answer !== undefined) entry.end = 'succeeded';
  }

  /** A client that lost its own notes asks again for what it already has, and must get just that. */
  async #repeat(account, mine) {
    const entry = this.#one(mine, ({ outcome }) => outcome === 'acknowledged');
    if (entry === undefined) return;
    const { id } = entry;
    await this.#send(account, entry);
    if (entry.id !== id) this.journal.problems.push(`${entry.body.reference} was ${id} and then ${entry.id}`);
  }

  #one(mine, isFit) {
    const recent = mine.slice(-8).filter(isFit);
    return recent.length === 0 ? undefined : this.chance.pick(recent);
  }

  #account = (id) => this.accounts.find((account) => account.id === id);
}

const isTransaction = ({ kind, id }) => kind === 'transaction' && id !== undefined;
