import { PostgresBalanceReader } from '@florin/infrastructure';
import { amountText, getAccount, parseAccountName } from '../account.js';
import { withSchema } from '../database.js';
import { EXIT, Failure } from '../errors.js';
import type { Run } from '../invocation.js';

export const run: Run = (invocation) => {
  const { report } = invocation;
  const name = parseAccountName(invocation.arguments[0]);
  return withSchema(invocation, async (source) => {
    const account = await getAccount(source, name);
    const balance = await new PostgresBalanceReader(source).find(account.id);
    if (balance === undefined) throw new Failure(`${account.id} has no balance; run florin verify`);
    const { currency, available, held, incoming } = balance;
    const updated = balance.updatedAt.toISOString();
    const amounts = Object.entries({ available, held, incoming }).map(
      ([part, amount]) => [part, amountText(amount, currency)] as const,
    );
    const width = Math.max(...amounts.map(([, text]) => text.length));
    report.print(report.paint('bold', `${account.name} (${account.id})`));
    for (const [part, text] of amounts) report.print(`  ${part.padEnd(10)}${text.padStart(width)}`);
    report.print(`  ${'updated'.padEnd(10)}${updated}`);
    report.result({ account_id: account.id, currency, available, held, incoming, updated_at: updated });
    return EXIT.ok;
  });
};
