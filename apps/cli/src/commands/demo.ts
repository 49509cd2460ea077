import { randomBytes } from 'node:crypto';
import { migrate, readPasswordCost, settingReader, takeCensus } from '@florin/infrastructure';
import { DAY_MS, DomainError, later, SECOND_MS } from '@florin/kernel';
import type { Invocation, Run } from '../command.js';
import { type DataSource, secretFor, type Server, withDatabase } from '../database.js';
import { live } from '../demo/live.js';
import { DemoIds, DemoTime } from '../demo/time.js';
import type { OpenShop } from '../demo/trade.js';
import { worldOn } from '../demo/world.js';
import { EXIT, Failure } from '../errors.js';
import { type Report, reportFor } from '../reporting.js';
import { count, plural } from '../terminal.js';

const DAYS_PER_MONTH = 30;
const PASSWORD_BYTES = 12;

interface Plan {
  readonly seed: number;
  readonly accounts: number;
  readonly days: number;
  readonly passwordCost: number;
}

export const run: Run = (invocation) => {
  const { options, terminal } = invocation;
  const report = reportFor(invocation);
  const plan: Plan = {
    seed: options.integer('seed', { least: 0, most: 4_294_967_295, otherwise: 1 }),
    accounts: options.integer('accounts', { least: 1, most: 200, otherwise: 8 }),
    days: DAYS_PER_MONTH * options.integer('months', { least: 1, most: 36, otherwise: 6 }),
    passwordCost: readPasswordCost(settingReader(terminal.environment)),
  };
  return withDatabase(options, terminal, 'makes', async (source, server) => {
    await migrate({ url: server.url }, { signal: terminal.signal });
    if (!options.flag('force')) await requireEmpty(source);
    const password = `demo-${randomBytes(PASSWORD_BYTES).toString('base64url')}`;
    const shops = await fill(source, server, plan, password, invocation, report);
    await tell(source, shops, password, report);
    return EXIT.ok;
  });
};

async function requireEmpty(source: DataSource): Promise<void> {
  const { accounts } = await takeCensus(source);
  const found = Object.values(accounts).reduce((sum, number) => sum + number, 0);
  if (found > 0) {
    throw new Failure(
      `this database has ${plural(found, 'account')} already; add --force to put the demo beside them`,
    );
  }
}

async function fill(
  source: DataSource,
  server: Server,
  { seed, accounts, days, passwordCost }: Plan,
  password: string,
  { terminal }: Invocation,
  report: Report,
): Promise<OpenShop[]> {
  const present = later(new Date(), -SECOND_MS);
  const start = new Date(Math.floor(present.getTime() / DAY_MS) * DAY_MS - days * DAY_MS);
  const time = new DemoTime(start, present);
  const ids = new DemoIds(time);
  const world = worldOn({ source, time, ids, secret: secretFor(server, terminal), passwordCost });
  const progress = report.progress('living', days, 'days');
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
        progress.reach(day);
      },
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'email_exists') {
      throw new Failure(`the demo of seed ${seed} is in this database already; choose another --seed`);
    }
    if (terminal.signal.aborted) report.note('interrupted; what was made so far stays, and is sound');
    throw error;
  } finally {
    progress.end();
    await world.close();
  }
}

async function tell(
  source: DataSource,
  shops: readonly OpenShop[],
  password: string,
  report: Report,
): Promise<void> {
  const census = await takeCensus(source);
  report.say('In the database there are now');
  for (const [things, byStatus] of Object.entries(census) as [string, Record<string, number>][]) {
    const words = Object.entries(byStatus).map(([status, number]) => `${count(number)} ${status}`);
    report.say(`  ${things.replace(/[A-Z]/g, ' $&').toLowerCase().padEnd(18)}${words.join(', ')}`);
  }
  report.say('Owners who can log in, all with the same password, shown only now:');
  const open = await withoutClosed(source, shops);
  for (const { account } of open) report.say(`  ${account.email.padEnd(44)}${account.id}`);
  report.say(`  password ${password}`);
  const { paymentRequests: payment_requests, ...others } = census;
  const owners = open.map(({ account }) => ({ email: account.email, account_id: account.id }));
  report.tell({ ...others, payment_requests, owners, password });
}

/** The owner of a closed account is suspended with it. */
async function withoutClosed(source: DataSource, shops: readonly OpenShop[]): Promise<OpenShop[]> {
  const rows = await source.query<{ email: string }[]>(`SELECT email FROM accounts WHERE status = 'closed'`);
  const closed = new Set(rows.map(({ email }) => email));
  return shops.filter(({ account }) => !closed.has(account.email));
}
