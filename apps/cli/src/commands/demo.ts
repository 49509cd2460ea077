import { randomBytes } from 'node:crypto';
import { migrate, readPasswordCost, takeCensus } from '@florin/infrastructure';
import { DAY_MS, DomainError, later, SECOND_MS } from '@florin/kernel';
import { type DataSource, secretFor, type Server, withDatabase } from '../database.js';
import { live } from '../demo/live.js';
import { DemoIds, DemoTime } from '../demo/time.js';
import type { OpenShop } from '../demo/trade.js';
import { worldOn } from '../demo/world.js';
import { EXIT, Failure } from '../errors.js';
import type { CommonOptions, Invocation, Run } from '../invocation.js';
import { type Report, reportFor } from '../report.js';
import { count, plural } from '../terminal.js';

const DAYS_PER_MONTH = 30;
const PASSWORD_BYTES = 12;

interface Plan {
  readonly seed: number;
  readonly accounts: number;
  readonly days: number;
  readonly passwordCost: number;
}

interface Options extends CommonOptions {
  readonly seed: number;
  readonly accounts: number;
  readonly months: number;
  readonly force?: boolean;
}

export const run: Run<Options> = (invocation) => {
  const { options, terminal } = invocation;
  const report = reportFor(invocation);
  const { seed, accounts, months } = options;
  const plan: Plan = {
    seed,
    accounts,
    days: DAYS_PER_MONTH * months,
    passwordCost: readPasswordCost(terminal.environment),
  };
  return withDatabase(options, terminal, 'create', async (source, server) => {
    await migrate({ url: server.url }, { signal: terminal.signal });
    if (options.force !== true) await requireEmpty(source);
    const password = `demo-${randomBytes(PASSWORD_BYTES).toString('base64url')}`;
    const shops = await fill(source, server, plan, password, invocation, report);
    await printSummary(source, shops, password, report);
    return EXIT.ok;
  });
};

async function requireEmpty(source: DataSource): Promise<void> {
  const { accounts } = await takeCensus(source);
  const found = Object.values(accounts).reduce((sum, number) => sum + number, 0);
  if (found > 0) {
    throw new Failure(
      `this database already has ${plural(found, 'account')}; add --force to add the demo to it`,
    );
  }
}

async function fill(
  source: DataSource,
  server: Server,
  { seed, accounts, days, passwordCost }: Plan,
  password: string,
  { terminal }: Invocation<Options>,
  report: Report,
): Promise<OpenShop[]> {
  const present = later(new Date(), -SECOND_MS);
  const start = new Date(Math.floor(present.getTime() / DAY_MS) * DAY_MS - days * DAY_MS);
  const time = new DemoTime(start, present);
  const ids = new DemoIds(time);
  const world = worldOn({ source, time, ids, secret: secretFor(server, terminal), passwordCost });
  const progress = report.progress('creating', days, 'days');
  try {
    const { signal } = terminal;
    return await live(world, {
      seed,
      accounts,
      days,
      start,
      password,
      signal,
      onDay: (day) => {
        progress.update(day);
      },
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'email_exists') {
      throw new Failure(`this database already has the demo of seed ${seed}; choose another --seed`);
    }
    if (terminal.signal.aborted) report.note('interrupted; the data created so far is kept and consistent');
    throw error;
  } finally {
    progress.stop();
    await world.close();
  }
}

async function printSummary(
  source: DataSource,
  shops: readonly OpenShop[],
  password: string,
  report: Report,
): Promise<void> {
  const census = await takeCensus(source);
  report.print('The database now has:');
  for (const [kind, byStatus] of Object.entries(census) as [string, Record<string, number>][]) {
    const counts = Object.entries(byStatus).map(([status, number]) => `${count(number)} ${status}`);
    report.print(`  ${kind.replace(/[A-Z]/g, ' $&').toLowerCase().padEnd(18)}${counts.join(', ')}`);
  }
  report.print('Owners who can log in:');
  const open = await withoutClosed(source, shops);
  for (const { account } of open) report.print(`  ${account.email.padEnd(44)}${account.id}`);
  report.print(`Their password, shown only now: ${password}`);
  const { paymentRequests: payment_requests, ...others } = census;
  const owners = open.map(({ account }) => ({ email: account.email, account_id: account.id }));
  report.result({ ...others, payment_requests, owners, password });
}

/** The owner of a closed account is suspended with it. */
async function withoutClosed(source: DataSource, shops: readonly OpenShop[]): Promise<OpenShop[]> {
  const rows = await source.query<{ email: string }[]>(`SELECT email FROM accounts WHERE status = 'closed'`);
  const closed = new Set(rows.map(({ email }) => email));
  return shops.filter(({ account }) => !closed.has(account.email));
}
