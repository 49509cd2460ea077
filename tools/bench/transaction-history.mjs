// Generates transactions of some accounts with the rows that the ledger would have written. The same seed generates the
// same history.
import { idFromUuid } from '@florin/kernel';
import { BinaryRows } from './binary-rows.mjs';

const MAX_PAYMENT = 10_000;
const MAX_AMOUNT = 1_000_000_000_000;
/** Latest payments of an account that a refund may choose from. */
const MAX_REFUNDABLE = 32;
const MAX_PENDING_MS = 300_000;

const FAILURES = ['bank refused', 'limit exceeded', 'processor timed out'];
const PENDING_SHARE = 0.02;
const FAILED_SHARE = 0.03;
const CANCELED_SHARE = 0.03;

export class TransactionHistory {
  transactions = new BinaryRows();
  entries = new BinaryRows();
  events = new BinaryRows();
  /** By currency and day, what was posted. */
  days = new Map();
  #random;
  #counter = 0;
  #lastMilliseconds = 0;
  #accounts;
  #funds;
  #maxPendingMs;

  /** Updates the given balances, whose `account` is the uuid as bytes. */
  constructor(balances, { count, seed, spacingMs }) {
    this.#random = seededRandom(seed);
    // Each ends before the next begins, so that balances follow the order of events.
    this.#maxPendingMs = Math.min(MAX_PENDING_MS, Math.floor(spacingMs) - 1);
    this.#funds = Math.min(MAX_AMOUNT, MAX_PAYMENT * Math.ceil((2 * count) / balances.length + 10));
    this.#accounts = balances.map((balance) => ({ balance, refundable: [] }));
  }

  /** Adds one transaction of a random account. */
  add(createdAt) {
    const account = this.#pick(this.#accounts);
    const transaction = { ...this.#generate(account), id: this.#uuidAt(createdAt), createdAt };
    if (transaction.status !== 'pending') {
      transaction.endedAt = createdAt + Math.max(0, Math.ceil(this.#random() * this.#maxPendingMs));
    }
    const before = amountsOf(account.balance);
    updateBalance(account, transaction);
    this.#write(account.balance, transaction, before);
  }

  #generate({ balance, refundable }) {
    // The first transaction of an account funds it.
    if (!balance.used) return { type: 'credit', amount: this.#funds, status: 'succeeded' };
    const amount = 1 + Math.floor(this.#random() * MAX_PAYMENT);
    const status = statusOf(this.#random());
    const reference = this.#random() < 0.5 ? `order ${Math.floor(this.#random() * 1e9)}` : undefined;
    const basket = this.#random() < 0.3 ? Math.floor(this.#random() * 1e6) : undefined;
    const reason = status === 'failed' ? this.#pick(FAILURES) : undefined;
    const common = { status, reference, basket, reason };
    const kind = this.#random();
    const refunded = kind < 0.05 ? refundable[0] : undefined;
    if (refunded !== undefined) {
      return { ...common, type: 'refund', amount: Math.min(amount, refunded.left), refunded };
    }
    return { ...common, type: kind < 0.2 || balance.available < amount ? 'credit' : 'payment', amount };
  }

  #write(balance, transaction, before) {
    const { account, currency } = balance;
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
        this.entries.row(9).bytes(account).bytes(id).text(line).text(currency).bigint(moved).time(endedAt);
        if (line === 'clearing') this.entries.null().null().null();
        else
          this.entries
            .bigint(balance.postedCount)
            .bigint(balance.available + balance.held)
            .bigint(balance.totalIn);
      }
      this.#count(balance, own, endedAt);
    }

    const of = refunded === undefined ? '' : `,"refund_of":"${idFromUuid('txn', textOf(refunded.id))}"`;
    const addEvent = (action, at, state, more, after) =>
      this.events
        .row(11)
        .bytes(account)
        .bytes(this.#uuidAt(at))
        .text(`transaction.${action}`)
        .text('txn')
        .bytes(id)
        .jsonb(
          `{"type":"${type}","amount":${amount},"currency":"${currency}","status":"${state}"${of}${more}}`,
        )
        .time(at)
        .text('system')
        .bigint(after.available)
        .bigint(after.held)
        .bigint(after.incoming);
    addEvent(
      'created',
      createdAt,
      'pending',
      `,"reference":${reference === undefined ? 'null' : `"${reference}"`},"metadata":${metadata}`,
      balanceWhilePending(before, transaction),
    );
    if (endedAt !== undefined) {
      addEvent(status, endedAt, status, reason === undefined ? '' : `,"failure_reason":"${reason}"`, balance);
    }
  }

  #count({ account, currency }, own, endedAt) {
    const key = `${currency} ${new Date(endedAt).toISOString().slice(0, 10)}`;
    const sum = this.days.get(key) ?? { account, count: 0, in: 0, out: 0 };
    sum.count += 1;
    sum[own > 0 ? 'in' : 'out'] += Math.abs(own);
    this.days.set(key, sum);
  }

  /** A UUIDv7 with a counter that orders the ids of one millisecond. */
  #uuidAt(milliseconds) {
    this.#counter = milliseconds === this.#lastMilliseconds ? (this.#counter + 1) & 0xfff : 0;
    this.#lastMilliseconds = milliseconds;
    const bytes = Buffer.allocUnsafe(16);
    bytes.writeUIntBE(milliseconds, 0, 6);
    bytes.writeUInt16BE(0x7000 | this.#counter, 6);
    bytes.writeUInt32BE(Math.floor(this.#random() * 2 ** 30) + 2 ** 31, 8);
    bytes.writeUInt32BE(Math.floor(this.#random() * 2 ** 32), 12);
    return bytes;
  }

  #pick(items) {
    return items[Math.floor(this.#random() * items.length)];
  }
}

function statusOf(roll) {
  if (roll < PENDING_SHARE) return 'pending';
  if (roll < PENDING_SHARE + FAILED_SHARE) return 'failed';
  return roll < PENDING_SHARE + FAILED_SHARE + CANCELED_SHARE ? 'canceled' : 'succeeded';
}

const amountsOf = ({ available, held, incoming }) => ({ available, held, incoming });

const balanceWhilePending = ({ available, held, incoming }, { type, amount }) =>
  type === 'payment'
    ? { available: available - amount, held: held + amount, incoming }
    : { available, held, incoming: incoming + amount };

/** Also records how much of a payment can still be refunded. */
function updateBalance({ balance, refundable }, { id, type, amount, status, refunded, endedAt, createdAt }) {
  balance.used = true;
  balance.updatedAt = Math.max(balance.updatedAt, endedAt ?? createdAt);
  if (status === 'succeeded') {
    balance.postedCount += 1;
    if (type !== 'payment') balance.totalIn += amount;
  }
  if (type === 'payment') {
    if (status === 'pending' || status === 'succeeded') balance.available -= amount;
    if (status === 'pending') balance.held += amount;
    if (status !== 'succeeded') return;
    refundable.push({ id, left: amount });
    if (refundable.length > MAX_REFUNDABLE) refundable.shift();
    return;
  }
  if (status === 'succeeded') balance.available += amount;
  if (status === 'pending') balance.incoming += amount;
  if (refunded === undefined || (status !== 'succeeded' && status !== 'pending')) return;
  refunded.left -= amount;
  if (refunded.left === 0) refundable.shift();
}

const textOf = (uuid) => uuid.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Pseudo-random numbers from 0 to 1. */
function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
