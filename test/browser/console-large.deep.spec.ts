import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type AccountId, uuidFromId } from '@florin/kernel';
import { generateTransactions } from '../../tools/bench/generate.mjs';
import { ADMIN, type Holder, openAccount, WITH_ADMIN } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { type SignIn, signInToConsole } from './console-suite.js';

/** FLORIN_TRANSACTIONS=1000000 compares with a million. */
const MANY = Number(process.env['FLORIN_TRANSACTIONS'] ?? 100_000);
const FEW = 1_000;
const VISITS = 3;
const MAX_RATIO = 10;
const TIMEOUT_MS = 900_000;
/** Below this, the time says more about the machine than about the service. */
const SHORT_MS = 10;
const PAGES = [
  '/',
  '/transactions',
  '/transfers',
  '/payments',
  '/subscriptions',
  '/statements',
  '/developers/api-keys',
  '/developers/webhooks',
  '/developers/events',
  '/team',
  '/sessions',
];
const ADMINS_PAGES = ['accounts', 'users', 'transactions', 'audit'].map((name) => `/admin/${name}`);

const browser = useBrowser();
let api: RunningApi;
let few: Holder;
let many: Holder;

async function openWith(count: number): Promise<Holder> {
  const account = await openAccount(api);
  await generateTransactions(api.databaseUrl, [uuidFromId(account.id as AccountId)], count);
  return account;
}

beforeAll(async () => {
  api = await startApi({ environment: WITH_ADMIN });
  few = await openWith(FEW);
});

afterAll(async () => {
  await api.stop();
});

/** The fastest response to each request of the pages, in milliseconds; ids and dates of the query do not count. */
async function fastestResponses(account: Holder): Promise<ReadonlyMap<string, number>> {
  const fastest = new Map<string, number>();
  await visit(account, PAGES, fastest);
  await visit(ADMIN, ADMINS_PAGES, fastest);
  return fastest;
}

async function visit(user: SignIn, paths: readonly string[], fastest: Map<string, number>): Promise<void> {
  const { page } = await signInToConsole(browser(), api, user);
  page.on('requestfinished', (request) => {
    const url = new URL(request.url());
    if (!url.pathname.startsWith('/v1/')) return;
    const name = `${request.method()} ${url.pathname} ${[...url.searchParams.keys()].join()}`;
    const { requestStart, responseEnd } = request.timing();
    fastest.set(name, Math.min(responseEnd - requestStart, fastest.get(name) ?? Infinity));
  });
  for (let visit = 0; visit < VISITS; visit++)
    for (const path of paths) {
      await page.goto(`${api.url}/console${path}`, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
}

describeInBrowser('the console of an account with many transactions', () => {
  it(
    `takes at most ${MAX_RATIO} times as long for each request as with ${FEW}`,
    async () => {
      const before = await fastestResponses(few);
      many = await openWith(MANY);
      const after = await fastestResponses(many);
      expect(before.size).toBeGreaterThan(PAGES.length + ADMINS_PAGES.length);
      const slow = [...after].filter(
        ([name, ms]) => ms > MAX_RATIO * Math.max(before.get(name) ?? 0, SHORT_MS),
      );
      const ratios = [...after].map(
        ([name, ms]) => `${name}: ${(before.get(name) ?? 0).toFixed(1)} → ${ms.toFixed(1)} ms`,
      );
      process.stdout.write(`${ratios.join('\n')}\n`);
      expect(slow).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
