// Makes up the past of some accounts: transactions that came one after the other, and all that the ledger would have
// written about them. The same seed makes up the same past.
import { idFromUuid } from '@florin/kernel';
import { BinaryRows } from './binary-rows.mjs';

const LARGEST_PAYMENT = 10_000;
const LARGEST_AMOUNT = 1_000_000_000_000;
/** How many of an account's latest payments a refund may give back. */
const REFUNDABLE = 32;
const LONGEST_PENDING_MS = 300_000;

const FAILURES = ['bank refused', 'limit exceeded', 'processor timed out'];
const PENDING = 0.02;
const FAILED = 0.03;
const CANCELED = 0.03;

export class TransactionHistory {
  transactions = new BinaryRows();
  entries = new BinaryRows();
  events = new BinaryRows();
  #draw;
  #counter = 0;
  #shelves;
  #funds;

  /** The books are kept as they would be; `account` in them is the account's uuid as bytes. */
  constructor(books, { count, seed }) {
    this.#draw = drawing(seed);
    this.#funds = Math.min(LARGEST_AMOUNT, LARGEST_PAYMENT * Math.ceil((2 * count) / books.length + 10));
    this.#shelves = books.map((book) => ({ book, refundable: [] }));
  }

  /** One transaction of some account, from its creation to its end if it has one. */
  live(createdAt) {
    const shelf = this.#pick(this.#shelves);
    const transaction = { ...this.#invent(shelf), id: this.#uuidAt(createdAt), createdAt };
    if (transaction.status !== 'pending') {
      transaction.endedAt = createdAt + 1 + Math.floor(this.#draw() * LONGEST_PENDING_MS);
    }
    keep(shelf, transaction);
    this.#write(shelf.book, transaction);
  }

  #invent(shelf) {
    const { book } = shelf;
    // Whoever starts with nothing is given something to spend first.
    if (!book.used) return { type: 'credit', amount: this.#funds, status: 'succeeded' };
    const amount = 1 + Math.floor(this.#draw() * LARGEST_PAYMENT);
    const status = endOf(this.#draw());
    const reference = this.#draw() < 0.5 ? `order ${Math.floor(this.#draw() * 1e9)}` : undefined;
    const basket = this.#draw() < 0.3 ? Math.floor(this.#draw() * 1e6) : undefined;
    const reason = status === 'failed' ? this.#pick(FAILURES) : undefined;
    const common = { status, reference, basket, reason };
    const kind = this.#draw();
    const refunded = kind < 0.05 ? shelf.refundable[0] : undefined;
    if (refunded !== undefined) {
      return { ...common, type: 'refund', amount: Math.min(amount, refunded.left), refunded };
    }
    return { ...common, type: kind < 0.2 || book.available < amount ? 'credit' : 'payment', amount };
  }

  #write({ account, currency }, transaction) {
    const { id, type, amount, status, reference, basket, reason, refunded, createdAt, endedAt } = transaction;
    const metadata = basket === undefined ? '{}' : `{"channel":"shop","basket":${basket}}`;
    const rows = this.transactions.row(13).bytes(account).bytes(id).text(type).bigint(amount).text(currency);
    rows.text(status).text(reference).text(metadata);
    (refunded === undefined ? rows.null() : rows.bytes(refunded.id)).text(reason);
    rows
      .time(createdAt)
      .time(endedAt ?? createdAt)
      .time(endedAt);

    if (status === 'succeeded') {
      const own = type === 'payment' ? -amount : amount;
      for (const [line, moved] of [
        ['account', own],
        ['clearing', -own],
      ]) {
        this.entries.row(6).bytes(account).bytes(id).text(line).text(currency).bigint(moved).time(endedAt);
      }
    }

    const of = refunded === undefined ? '' : `,"refund_of":"${idFromUuid('txn', textOf(refunded.id))}"`;
    const tell = (what, at, state, more) =>
      this.events
        .row(8)
        .bytes(account)
        .bytes(this.#uuidAt(at))
        .text(`transaction.${what}`)
        .text('txn')
        .bytes(id)
        .jsonb(
          `{"type":"${type}","amount":${amount},"currency":"${currency}","status":"${state}"${of}${more}}`,
        )
        .time(at)
        .text('system');
    tell(
      'created',
      createdAt,
      'pending',
      `,"reference":${reference === undefined ? 'null' : `"${reference}"`},"metadata":${metadata}`,
    );
    if (endedAt !== undefined) {
      tell(status, endedAt, status, reason === undefined ? '' : `,"failure_reason":"${reason}"`);
    }
  }

  /** A UUIDv7 of that millisecond. The count after the version keeps those of one millisecond in their order. */
  #uuidAt(milliseconds) {
    this.#counter = (this.#counter + 1) & 0xfff;
    const bytes = Buffer.allocUnsafe(16);
    bytes.writeUIntBE(milliseconds, 0, 6);
    bytes.writeUInt16BE(0x7000 | this.#counter, 6);
    bytes.writeUInt32BE(Math.floor(this.#draw() * 2 ** 30) + 2 ** 31, 8);
    bytes.writeUInt32BE(Math.floor(this.#draw() * 2 ** 32), 12);
    return bytes;
  }

  #pick(items) {
    return items[Math.floor(this.#draw() * items.length)];
  }
}

function endOf(chance) {
  if (chance < PENDING) return 'pending';
  if (chance < PENDING + FAILED) return 'failed';
  return chance < PENDING + FAILED + CANCELED ? 'canceled' : 'succeeded';
}

/** The book as it stands afterwards, and what a later refund may still give back. */
function keep({ book, refundable }, { id, type, amount, status, refunded, endedAt, createdAt }) {
  book.used = true;
  book.updatedAt = Math.max(book.updatedAt, endedAt ?? createdAt);
  if (type === 'payment') {
    if (status === 'pending' || status === 'succeeded') book.available -= amount;
    if (status === 'pending') book.held += amount;
    if (status !== 'succeeded') return;
    refundable.push({ id, left: amount });
    if (refundable.length > REFUNDABLE) refundable.shift();
    return;
  }
  if (status === 'succeeded') book.available += amount;
  if (status === 'pending') book.incoming += amount;
  if (refunded === undefined || (status !== 'succeeded' && status !== 'pending')) return;
  refunded.left -= amount;
  if (refunded.left === 0) refundable.shift();
}

const textOf = (uuid) => uuid.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Numbers from 0 to 1 that look random and are the same for the same seed. */
function drawing(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
