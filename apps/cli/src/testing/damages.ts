// What somebody with SQL can do to the books behind Florin's back.

export interface Damage {
  readonly words: string;
  readonly sql: string;
  /** The rules it breaks, all of them and no others. */
  readonly codes: readonly string[];
}

/** Entries refuse to be changed, but not to their owner. */
const unguarded = (sql: string): string =>
  `ALTER TABLE entries DISABLE TRIGGER entries_are_final; ${sql}; ALTER TABLE entries ENABLE TRIGGER entries_are_final`;

/** A settled sale that nothing else refers to. */
const SALE = `(SELECT id FROM transactions WHERE status = 'succeeded' AND reference LIKE 'sale%' ORDER BY id LIMIT 1)`;
const OF_SALE = `(SELECT account_id FROM transactions WHERE id = ${SALE})`;
/** A refund that has given back part of a payment, or all of it. */
const REFUND = `(SELECT id FROM transactions WHERE refund_of IS NOT NULL AND status = 'succeeded' ORDER BY id LIMIT 1)`;
const BUSIEST = `(SELECT account_id FROM books WHERE state = 'open' ORDER BY held DESC LIMIT 1)`;

const BALANCES: readonly Damage[] = [
  {
    words: 'a balance is raised',
    sql: `UPDATE books SET available = available + 100 WHERE account_id = ${BUSIEST}`,
    codes: ['balance_wrong'],
  },
  {
    words: 'a hold is let go',
    sql: `UPDATE books SET held = held - 1, available = available + 1 WHERE account_id = ${BUSIEST}`,
    codes: ['hold_wrong'],
  },
  {
    words: 'money is expected that nobody sent',
    sql: `UPDATE books SET incoming = incoming + 5 WHERE account_id = ${BUSIEST}`,
    codes: ['incoming_wrong'],
  },
  {
    words: 'a balance is below zero',
    sql: `ALTER TABLE books DROP CONSTRAINT books_available_check;
      UPDATE books SET available = -1 WHERE account_id = ${BUSIEST}`,
    codes: ['balance_negative', 'balance_wrong'],
  },
];

const ENTRIES: readonly Damage[] = [
  {
    words: 'one line of a pair of entries is deleted',
    sql: unguarded(`DELETE FROM entries WHERE line = 'clearing' AND transaction_id = ${SALE}`),
    codes: ['currency_unbalanced', 'posting_wrong'],
  },
  {
    words: 'both lines are deleted',
    sql: unguarded(`DELETE FROM entries WHERE transaction_id = ${SALE}`),
    codes: ['balance_wrong', 'posting_wrong'],
  },
  {
    words: 'both lines are doubled',
    sql: unguarded(`UPDATE entries SET amount = amount * 2 WHERE transaction_id = ${SALE}`),
    codes: ['balance_wrong', 'posting_wrong'],
  },
  {
    words: 'a posting is backdated',
    sql: unguarded(
      `UPDATE entries SET posted_at = posted_at - interval '31 days' WHERE transaction_id = ${SALE}`,
    ),
    codes: ['posting_time_wrong'],
  },
  {
    words: 'the guard of the entries is gone',
    sql: `DROP TRIGGER entries_are_final ON entries`,
    codes: ['entries_unguarded'],
  },
];

const TRANSACTIONS: readonly Damage[] = [
  {
    words: 'a settled transaction is declared failed',
    sql: `UPDATE transactions SET status = 'failed' WHERE id = ${SALE}`,
    codes: ['event_missing', 'posting_unfounded'],
  },
  {
    words: 'a pending transaction is declared settled',
    sql: `UPDATE transactions SET status = 'succeeded', ended_at = now() WHERE id =
      (SELECT id FROM transactions WHERE status = 'pending' AND type = 'credit' LIMIT 1)`,
    codes: ['event_missing', 'incoming_wrong', 'posting_wrong'],
  },
  {
    words: 'an amount is changed',
    sql: `UPDATE transactions SET amount = amount + 1 WHERE id = ${SALE}`,
    codes: ['event_contradicts', 'posting_wrong'],
  },
  {
    words: 'an amount is changed wherever it stands, so that everything adds up',
    sql: unguarded(`UPDATE books SET available = available + 7 WHERE account_id = ${OF_SALE};
      UPDATE entries SET amount = amount + sign(amount) * 7 WHERE transaction_id = ${SALE};
      UPDATE transactions SET amount = amount + 7 WHERE id = ${SALE}`),
    codes: ['event_contradicts'],
  },
  {
    words: 'a transaction is taken out, so that everything adds up',
    sql: unguarded(`UPDATE books SET available = available - (SELECT amount FROM transactions WHERE id = ${SALE})
        WHERE account_id = ${OF_SALE};
      DELETE FROM entries WHERE transaction_id = ${SALE};
      DELETE FROM transactions WHERE id = ${SALE}`),
    codes: ['transaction_missing'],
  },
  {
    words: 'a transaction is backdated',
    sql: `UPDATE transactions SET created_at = created_at - interval '31 days' WHERE id = ${SALE}`,
    codes: ['creation_time_wrong'],
  },
  {
    words: 'a transaction gets another currency',
    sql: `ALTER TABLE transactions DROP CONSTRAINT transactions_book_fkey;
      UPDATE transactions SET currency = 'SEK' WHERE id = ${SALE}`,
    codes: ['currency_foreign', 'event_contradicts', 'posting_wrong'],
  },
  {
    words: 'the telling of a transaction is deleted',
    sql: `DELETE FROM events WHERE type = 'transaction.succeeded' AND subject_id = ${SALE}`,
    codes: ['event_missing'],
  },
  {
    words: 'more is refunded than was paid',
    sql: `WITH payment AS (SELECT * FROM transactions WHERE type = 'payment' AND status = 'succeeded' AND account_id IN
          (SELECT account_id FROM books WHERE state = 'open') ORDER BY id LIMIT 1),
      invented AS (INSERT INTO transactions (account_id, id, type, amount, currency, status, metadata, refund_of,
          created_at, updated_at)
        SELECT account_id, overlay(id::text placing 'ffffffffffff' from 25)::uuid, 'refund', amount + 1, currency,
          'pending', '{}', id, created_at, created_at FROM payment RETURNING *),
      told AS (INSERT INTO events SELECT account_id, gen_random_uuid(), 'transaction.created', 'txn', id,
        jsonb_build_object('type', type, 'amount', amount, 'currency', currency), created_at FROM invented)
      UPDATE books SET incoming = incoming + amount FROM invented WHERE books.account_id = invented.account_id`,
    codes: ['event_contradicts', 'refund_excessive'],
  },
  {
    words: 'a refund gives back what was never paid',
    sql: `WITH refund AS (SELECT * FROM transactions WHERE type = 'refund' AND status = 'succeeded' ORDER BY id LIMIT 1)
      UPDATE transactions SET refund_of = (SELECT credit.id FROM transactions credit
        WHERE credit.account_id = refund.account_id AND credit.type = 'credit' ORDER BY credit.amount DESC LIMIT 1)
      FROM refund WHERE transactions.id = refund.id`,
    codes: ['event_contradicts', 'refund_unfounded'],
  },
  {
    words: 'a refund forgets its payment, so that it can be given back once more',
    sql: `UPDATE transactions SET refund_of = NULL WHERE id = ${REFUND}`,
    codes: ['event_contradicts'],
  },
  {
    words: 'a refund is said to give back a larger payment',
    sql: `UPDATE transactions SET refund_of = (SELECT payment.id FROM transactions payment
        WHERE payment.account_id = transactions.account_id AND payment.type = 'payment' AND payment.status = 'succeeded'
          AND payment.id NOT IN (SELECT refund_of FROM transactions WHERE refund_of IS NOT NULL)
        ORDER BY payment.amount DESC LIMIT 1)
      WHERE id = ${REFUND}`,
    codes: ['event_contradicts'],
  },
  {
    words: 'a settlement is backdated wherever it stands, so that it falls into another month',
    sql: unguarded(`UPDATE entries SET posted_at = posted_at - interval '31 days' WHERE transaction_id = ${SALE};
      UPDATE transactions SET ended_at = ended_at - interval '31 days', updated_at = updated_at - interval '31 days'
        WHERE id = ${SALE}`),
    codes: ['event_time_wrong'],
  },
  {
    words: 'a cancellation is backdated',
    sql: `UPDATE transactions SET ended_at = ended_at - interval '31 days' WHERE id =
      (SELECT id FROM transactions WHERE status = 'canceled' ORDER BY id LIMIT 1)`,
    codes: ['event_time_wrong'],
  },
];

const NEW_ACCOUNT = `
  INSERT INTO accounts (id, email, name, type, status, currency, timezone, language, created_at, updated_at)
  VALUES ('01890000-0000-7000-8000-000000000001', 'new@example.com', 'New', 'business', 'active', 'EUR', 'UTC', 'en',
    now(), now())`;

const ACCOUNTS: readonly Damage[] = [
  { words: 'an account has no book', sql: NEW_ACCOUNT, codes: ['book_missing'] },
  {
    words: 'a book claims to be used',
    sql: `${NEW_ACCOUNT}; INSERT INTO books (account_id, currency, state, used, available, held, incoming, updated_at)
      VALUES ('01890000-0000-7000-8000-000000000001', 'EUR', 'open', true, 0, 0, 0, now())`,
    codes: ['book_use_wrong'],
  },
  {
    words: 'a closed account is opened again',
    sql: `UPDATE accounts SET status = 'active', closed_at = NULL WHERE status = 'closed'`,
    codes: ['book_contradicts_account'],
  },
];

const PAID = `(SELECT id FROM payment_requests WHERE status = 'succeeded' ORDER BY id LIMIT 1)`;
const UNPAID = `(SELECT id FROM payment_requests WHERE status = 'pending' ORDER BY id LIMIT 1)`;

const PAYMENTS: readonly Damage[] = [
  {
    words: 'a request is paid with less than it asked for',
    sql: `UPDATE payment_requests SET amount = amount + 1 WHERE id = ${PAID}`,
    codes: ['payment_event_contradicts', 'payment_uncredited'],
  },
  {
    words: 'a request is paid without a card',
    sql: `UPDATE payment_attempts SET status = 'failed' WHERE status = 'approved' AND payment_request_id = ${PAID}`,
    codes: ['payment_uncharged'],
  },
  {
    words: 'a decline is forgotten, so that the card may be tried once more',
    sql: `UPDATE payment_requests SET declines = declines - 1, attempts = attempts - 1 WHERE id =
      (SELECT id FROM payment_requests WHERE status <> 'failed' AND declines > 0 ORDER BY id LIMIT 1)`,
    codes: ['attempts_miscounted'],
  },
  {
    words: 'a card that was declined leaves no trace',
    sql: `DELETE FROM payment_attempts WHERE (payment_request_id, number) =
      (SELECT payment_request_id, number FROM payment_attempts WHERE status = 'declined' ORDER BY 1, 2 LIMIT 1)`,
    codes: ['attempts_miscounted'],
  },
  {
    words: 'a request waits for a charge that nobody makes',
    sql: `UPDATE payment_requests SET charging = true, attempts = attempts + 1 WHERE id = ${UNPAID}`,
    codes: ['attempts_miscounted', 'charging_wrong'],
  },
  {
    words: 'a card is charged for a request that knows nothing of it',
    sql: `INSERT INTO payment_attempts (account_id, payment_request_id, number, status, brand, last4, started_at)
      SELECT account_id, id, attempts + 1, 'started', 'visa', '4242', now() FROM payment_requests WHERE id = ${UNPAID}`,
    codes: ['attempts_miscounted', 'charging_wrong'],
  },
  {
    words: 'the telling of a payment is deleted',
    sql: `DELETE FROM events WHERE type = 'payment_request.succeeded' AND subject_id = ${PAID}`,
    codes: ['payment_event_missing'],
  },
  {
    words: 'an open request is declared canceled',
    sql: `UPDATE payment_requests SET status = 'canceled', cancel_reason = 'requested', canceled_at = now()
      WHERE id = ${UNPAID}`,
    codes: ['payment_event_missing'],
  },
  {
    words: 'a payment is told with another amount',
    sql: `UPDATE events SET data = jsonb_set(data, '{amount}', '1')
      WHERE type = 'payment_request.succeeded' AND subject_id = ${PAID}`,
    codes: ['payment_event_contradicts'],
  },
  {
    words: 'a request is taken out with all that was tried at it',
    sql: `CREATE TEMPORARY TABLE unwanted AS SELECT id FROM payment_requests
        WHERE status = 'pending' AND subscription_id IS NULL AND NOT charging ORDER BY id LIMIT 1;
      DELETE FROM payment_attempts WHERE payment_request_id = (SELECT id FROM unwanted);
      DELETE FROM payment_requests WHERE id = (SELECT id FROM unwanted);
      DROP TABLE unwanted`,
    codes: ['payment_request_missing'],
  },
];

const billed = (paid: 'NULL' | 'NOT NULL'): string =>
  `(SELECT id FROM subscriptions WHERE status IN ('active', 'past_due') AND paid_at IS ${paid} ORDER BY id LIMIT 1)`;

const SUBSCRIPTIONS: readonly Damage[] = [
  {
    words: 'a bill is deleted',
    sql: `DELETE FROM subscription_bills WHERE payment_id = (SELECT payment_id FROM subscription_bills
      JOIN payment_requests ON id = payment_id WHERE status <> 'succeeded' ORDER BY payment_id LIMIT 1)`,
    codes: ['bill_missing', 'latest_request_wrong'],
  },
  {
    words: 'a subscription points to an older request of its own',
    sql: `UPDATE subscriptions SET latest_payment_id = bill.payment_id FROM (SELECT DISTINCT ON (subscription_id)
          subscription_id, payment_id FROM subscription_bills ORDER BY subscription_id, payment_id) bill
      WHERE id = bill.subscription_id AND latest_payment_id <> bill.payment_id`,
    codes: ['latest_request_wrong'],
  },
  {
    words: 'it is forgotten that a period was paid',
    sql: `UPDATE subscriptions SET paid_at = NULL, due_at = window_end_at WHERE id = ${billed('NOT NULL')}`,
    codes: ['paid_period_wrong'],
  },
  {
    words: 'a period is declared paid',
    sql: `UPDATE subscriptions SET paid_at = now(), due_at = period_end_at WHERE id = ${billed('NULL')}`,
    codes: ['paid_period_wrong'],
  },
  {
    words: 'a subscription is never billed again',
    sql: `UPDATE subscriptions SET due_at = 'infinity' WHERE id = ${billed('NOT NULL')}`,
    codes: ['due_time_wrong'],
  },
  {
    words: 'a subscription is declared canceled',
    sql: `UPDATE subscriptions SET status = 'canceled', canceled_at = now() WHERE id = ${billed('NULL')}`,
    codes: ['subscription_event_missing', 'subscription_state_wrong'],
  },
  {
    words: 'a subscription is paused, and asks for nothing any more',
    sql: `UPDATE subscriptions SET status = 'paused' WHERE id = ${billed('NOT NULL')}`,
    codes: ['subscription_state_wrong'],
  },
  {
    words: 'the telling of a subscription is deleted',
    sql: `DELETE FROM events WHERE type = 'subscription.created' AND subject_id = ${billed('NULL')}`,
    codes: ['subscription_event_missing'],
  },
  {
    words: 'a subscription gets dearer',
    sql: `UPDATE subscriptions SET amount = amount + 1 WHERE id = ${billed('NOT NULL')}`,
    codes: ['subscription_event_contradicts'],
  },
  {
    words: 'a subscription is taken out, and its requests ask as if they were nobody’s',
    sql: `CREATE TEMPORARY TABLE unwanted AS SELECT ${billed('NULL')} AS id;
      UPDATE payment_requests SET subscription_id = NULL WHERE subscription_id = (SELECT id FROM unwanted);
      DELETE FROM subscription_bills WHERE subscription_id = (SELECT id FROM unwanted);
      DELETE FROM subscriptions WHERE id = (SELECT id FROM unwanted);
      DROP TABLE unwanted`,
    codes: ['subscription_missing'],
  },
];

export const DAMAGES: readonly Damage[] = [
  ...BALANCES,
  ...ENTRIES,
  ...TRANSACTIONS,
  ...ACCOUNTS,
  ...PAYMENTS,
  ...SUBSCRIPTIONS,
];

/** Every kind of damage that the audit has a name for. */
export const ALL_CODES = [
  'currency_unbalanced',
  'balance_wrong',
  'balance_negative',
  'hold_wrong',
  'incoming_wrong',
  'book_missing',
  'book_contradicts_account',
  'book_use_wrong',
  'currency_foreign',
  'refund_excessive',
  'refund_unfounded',
  'creation_time_wrong',
  'posting_wrong',
  'posting_unfounded',
  'posting_time_wrong',
  'entries_unguarded',
  'event_missing',
  'event_contradicts',
  'event_time_wrong',
  'transaction_missing',
  'payment_uncredited',
  'payment_uncharged',
  'charging_wrong',
  'attempts_miscounted',
  'payment_event_missing',
  'payment_event_contradicts',
  'payment_request_missing',
  'bill_missing',
  'latest_request_wrong',
  'paid_period_wrong',
  'due_time_wrong',
  'subscription_event_missing',
  'subscription_state_wrong',
  'subscription_event_contradicts',
  'subscription_missing',
];
