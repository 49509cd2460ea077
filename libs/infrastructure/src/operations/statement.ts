import { type AccountId, type Currency, idFromUuid, uuidFromId } from '@florin/kernel';
import type { Transaction } from '@florin/ledger';
import { TransactionEntity, transactionOf } from '../ledger/transaction.entity.js';
import { safeInteger, selectListOf } from '../postgres/columns.js';
import type { Snapshot } from './snapshot.js';

export interface StatementAccount {
  readonly id: AccountId;
  readonly name: string;
  readonly currency: Currency;
  readonly balance: number;
}

export interface StatementFilter {
  /** Ended at this time or later; for pending transactions, the time of creation counts. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** Excludes pending, failed and canceled transactions. */
  readonly settledOnly?: boolean;
}

export interface StatementLine {
  readonly transaction: Transaction;
  /** Posted to the account: negative for a payment, 0 unless it succeeded. */
  readonly change: number;
  readonly balance: number;
  readonly request: { readonly reference: string | undefined; readonly customerEmail: string } | undefined;
}

export interface Statement {
  readonly account: StatementAccount;
  readonly total: number;
  readonly opening: number;
  /** By end time, pending ones last. */
  readonly batches: AsyncIterable<readonly StatementLine[]>;
}

const BATCH_LINES = 500;
const EFFECTIVE_AT = 'coalesce(ended_at, created_at)';

export async function findStatementAccount(
  snapshot: Snapshot,
  account: { readonly id: AccountId } | { readonly email: string },
): Promise<StatementAccount | undefined> {
  const [column, value] = 'id' in account ? ['id', uuidFromId(account.id)] : ['email', account.email];
  const [row] = await snapshot.query<{ id: string; name: string; currency: Currency; balance: string }[]>(
    `SELECT id, name, accounts.currency, coalesce(available + held, 0) AS balance
     FROM accounts LEFT JOIN books ON account_id = id WHERE ${column} = $1`,
    [value],
  );
  return row && { ...row, id: idFromUuid('acct', row.id), balance: safeInteger(row.balance) };
}

/** Lines are read in batches through a server-side cursor, valid as long as the snapshot. */
export async function openStatement(
  snapshot: Snapshot,
  account: StatementAccount,
  filter: StatementFilter,
): Promise<Statement> {
  const { where, values } = conditionsOf(account, filter);
  const count = `SELECT count(*) FROM transactions WHERE ${where}`;
  const [counted] = await snapshot.query<{ count: string }[]>(count, values);
  const [before] = await snapshot.query<{ sum: string }[]>(
    `SELECT coalesce(sum(amount), 0) AS sum FROM entries
     WHERE account_id = $1 AND line = 'account' AND posted_at < $2`,
    [uuidFromId(account.id), filter.from ?? new Date(0)],
  );
  const opening = safeInteger(before?.sum);
  const select = `
    SELECT ${selectListOf(TransactionEntity)}, posted.amount AS change, asked.reference AS asked_reference, customer_email
    FROM transactions
    LEFT JOIN (SELECT transaction_id AS id, amount FROM entries WHERE account_id = $1 AND line = 'account') posted
      USING (id)
    LEFT JOIN (SELECT transaction_id AS id, payment_requests.reference, customer_email FROM payment_requests
      WHERE account_id = $1 AND transaction_id IS NOT NULL) asked USING (id)
    WHERE ${where} ORDER BY ended_at, id`;
  const batches = readBatches(snapshot, select, values, opening);
  return { account, total: safeInteger(counted?.count), opening, batches };
}

type LineRow = Readonly<Record<'change' | 'asked_reference' | 'customer_email', string | null>>;

async function* readBatches(
  snapshot: Snapshot,
  select: string,
  values: readonly unknown[],
  opening: number,
): AsyncGenerator<readonly StatementLine[]> {
  await snapshot.query(`DECLARE statement NO SCROLL CURSOR FOR ${select}`, values);
  let balance = opening;
  for (;;) {
    const rows = await snapshot.query<LineRow[]>(`FETCH ${BATCH_LINES} FROM statement`);
    if (rows.length === 0) break;
    yield rows.map((row) => {
      const change = row.change === null ? 0 : safeInteger(row.change);
      balance = safeInteger(balance + change);
      const { customer_email: customerEmail, asked_reference: reference } = row;
      const request =
        customerEmail === null ? undefined : { reference: reference ?? undefined, customerEmail };
      return { transaction: transactionOf(row), change, balance, request };
    });
  }
  await snapshot.query('CLOSE statement');
}

function conditionsOf({ id }: StatementAccount, { from, until, settledOnly }: StatementFilter) {
  const values: unknown[] = [uuidFromId(id)];
  const conditions = ['account_id = $1'];
  if (from !== undefined) conditions.push(`${EFFECTIVE_AT} >= $${values.push(from)}`);
  if (until !== undefined) conditions.push(`${EFFECTIVE_AT} < $${values.push(until)}`);
  if (settledOnly === true) conditions.push(`status = 'succeeded'`);
  return { where: conditions.join(' AND '), values };
}
