import { randomBytes } from 'node:crypto';
import { countRowsByStatus, migrate, readPasswordCost } from '@florin/infrastructure';
import { DAY_MS, DomainError, addMilliseconds, SECOND_MS } from '@florin/kernel';
import { type DataSource, secretFor, type Server, withDatabase } from '../database.js';
import { simulate } from '../demo/simulation.js';
import { DemoIds, DemoClock } from '../demo/demo-clock.js';
import type { OpenShop } from '../demo/transactions.js';
import { createDemoServices } from '../demo/demo-services.js';
import { EXIT, Failure } from '../errors.js';
import type { CommonOptions, Invocation, Run } from '../invocation.js';
import type { Report } from '../report.js';
import { count, plural } from '../terminal.js';

const DAYS_PER_MONTH = 30;

interface Options extends CommonOptions {
  readonly seed: number;
  readonly accounts: number;
  readonly months: number;
  readonly force?: boolean;
}

export const run: Run<Options> = (invocation) => {
  const { options, terminal, report } = invocation;
  const passwordCost = readPasswordCost(terminal.environment);
  return withDatabase(invocation, 'create', async (source, server) => {
    await migrate({ url: server.url }, { signal: terminal.signal });
    if (options.force !== true) await requireEmpty(source);
    const password = `demo-${randomBytes(12).toString('base64url')}`;
    const shops = await fill(source, server, { password, passwordCost }, invocation);
    await printSummary(source, shops, password, report);
    return EXIT.ok;
  });
};

async function requireEmpty(source: DataSource): Promise<void> {
  const { accounts } = await countRowsByStatus(source);
  const found = Object.values(accounts).reduce((sum, number) => sum + number, 0);
  if (found === 0) return;
  throw new Failure(
    `this database already has ${plural(found, 'account')}; add --force to add the demo to it`,
  );
}

async function fill(
  source: DataSource,
  server: Server,
  { password, passwordCost }: { readonly password: string; readonly passwordCost: number },
  { options: { seed, accounts, months }, terminal, report }: Invocation<Options>,
): Promise<OpenShop[]> {
  const { signal } = terminal;
  const days = DAYS_PER_MONTH * months;
  const present = addMilliseconds(new Date(), -SECOND_MS);
  const start = new Date(Math.floor(present.getTime() / DAY_MS) * DAY_MS - days * DAY_MS);
  const time = new DemoClock(start, present);
  const secret = secretFor(server, terminal);
  const services = createDemoServices({ source, time, ids: new DemoIds(time), secret, passwordCost });
  const progress = report.progress('creating', days, 'days');
  const onDay = (day: number): void => {
    progress.update(day);
  };
  try {
    return await simulate(services, { seed, accounts, days, start, password, signal, onDay });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'email_exists') {
      throw new Failure(`this database already has the demo of seed ${seed}; choose another --seed`);
    }
    if (signal.aborted) report.note('interrupted; the data created so far is kept and consistent');
    throw error;
  } finally {
    progress.stop();
    await services.close();
  }
}

async function printSummary(
  source: DataSource,
  shops: readonly OpenShop[],
  password: string,
  report: Report,
): Promise<void> {
  const { accounts, transactions, paymentRequests, subscriptions } = await countRowsByStatus(source);
  const counts = { accounts, transactions, payment_requests: paymentRequests, subscriptions };
  report.print('The database now has:');
  for (const [kind, byStatus] of Object.entries(counts)) {
    const texts = Object.entries(byStatus).map(([status, number]) => `${count(number)} ${status}`);
    report.print(`  ${kind.replace('_', ' ').padEnd(18)}${texts.join(', ')}`);
  }
  // The owner of a closed account is suspended with it.
  const rows = await source.query<{ email: string }[]>(`SELECT email FROM accounts WHERE status = 'closed'`);
  const closed = new Set(rows.map(({ email }) => email));
  const open = shops.map(({ account }) => account).filter(({ email }) => !closed.has(email));
  report.print('Owners who can log in:');
  for (const { email, id } of open) report.print(`  ${email.padEnd(44)}${id}`);
  report.print(`Their password, shown only now: ${password}`);
  const owners = open.map(({ email, id }) => ({ email, account_id: id }));
  report.result({ ...counts, owners, password });
}
