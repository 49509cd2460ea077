import { findStatementAccount, type Snapshot, type StatementAccount } from '@florin/infrastructure';
import {
  type AccountId,
  type Currency,
  decimalText,
  type Email,
  money,
  parseEmail,
  parseId,
} from '@florin/kernel';
import { Failure, UsageError } from './errors.js';

export type AccountName = { readonly id: AccountId } | { readonly email: Email };

export function parseAccountName(text = '', parameter = '<account>'): AccountName {
  const id = parseId('acct', text);
  if (id !== undefined) return { id };
  const email = parseEmail(text);
  if (email !== undefined) return { email };
  throw new UsageError(`${parameter} must be an account id (acct_…) or an email`);
}

export async function getAccount(database: Snapshot, name: AccountName): Promise<StatementAccount> {
  const account = await findStatementAccount(database, name);
  if (account === undefined) throw new Failure(`no account ${'id' in name ? name.id : name.email}`);
  return account;
}

/** As in `75.00 EUR`. */
export const amountText = (amount: number, currency: Currency): string =>
  `${decimalText(money(amount, currency))} ${currency}`;
