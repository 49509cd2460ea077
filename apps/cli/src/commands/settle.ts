import {
  PostgresLedgerStore,
  PostgresTransactionReader,
  SystemClock,
  SystemIds,
} from '@florin/infrastructure';
import { isTextOfLength, parseId } from '@florin/kernel';
import { Ledger, type Settlement, type Transaction } from '@florin/ledger';
import { amountText } from '../account.js';
import { withSchema } from '../database.js';
import { EXIT, Failure, UsageError } from '../errors.js';
import type { CommonOptions, Invocation, Run } from '../invocation.js';
import { confirm } from '../prompt.js';
import type { Report } from '../report.js';

interface Options extends CommonOptions {
  readonly failed?: boolean;
  readonly reason?: string;
  readonly yes?: boolean;
}

export const run: Run<Options> = (invocation) => {
  const { options, report } = invocation;
  const id = parseId('txn', invocation.arguments[0] ?? '');
  if (id === undefined) throw new UsageError('<transaction> must be a transaction id (txn_…)');
  const settlement = settlementOf(options);
  return withSchema(invocation, async (source) => {
    const found = await new PostgresTransactionReader(source).find(id, undefined);
    if (found === undefined) throw new Failure(`no transaction ${id}`);
    if (!(await isConfirmed(invocation, found, settlement))) {
      report.note('nothing was changed');
      return EXIT.failure;
    }
    const ledger = new Ledger(new PostgresLedgerStore(source), new SystemClock(), new SystemIds());
    const settling = ledger.settle({ transactionId: id, accountId: undefined, settlement });
    printSettled(await settling.finally(() => ledger.drain()), report);
    return EXIT.ok;
  });
};

function settlementOf({ failed = false, reason }: Options): Settlement {
  if (!failed && reason !== undefined) throw new UsageError('--reason needs --failed');
  if (reason !== undefined && !isTextOfLength(reason, 1, 255)) {
    throw new UsageError('--reason must have 1 to 255 characters');
  }
  return { status: failed ? 'failed' : 'succeeded', failureReason: reason };
}

/** Without a question if the transaction is not pending: the ledger rejects it. */
async function isConfirmed(
  { options, terminal }: Invocation<Options>,
  { id, type, amount, currency, status, accountId }: Transaction,
  settlement: Settlement,
): Promise<boolean> {
  if (options.yes === true || terminal.stdin.isTTY !== true || status !== 'pending') return true;
  const description = `${type} ${id} of ${amountText(amount, currency)}\naccount ${accountId}`;
  return confirm(terminal, `${description}\nSettle it as ${settlement.status}?`);
}

function printSettled(transaction: Transaction, report: Report): void {
  const { id, accountId, type, status, amount, currency, failureReason, endedAt } = transaction;
  report.print(`The ${type} ${id} of ${amountText(amount, currency)} has ${status}.`);
  report.result({
    transaction_id: id,
    account_id: accountId,
    type,
    status,
    amount,
    currency,
    failure_reason: failureReason ?? null,
    ended_at: endedAt?.toISOString() ?? null,
  });
}
