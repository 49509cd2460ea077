// New accounts for each drill, so that the results of different drills do not mix.
import { randomBytes } from 'node:crypto';
import { Florin } from '@florin/client';
import { clientWith, LoadBalancer } from './load-balancer.mjs';

/** More logins at once would be rejected. */
const CONCURRENCY = 6;
const FUNDS = 100_000_000;
/** One account has low funds, so that some of its payments are rejected. */
const LOW_FUNDS = 20_000;

/** Opens funded accounts, each with a client that uses the account's API key. */
export async function openAccounts({ loadBalancer, platform, random, prefix, count }) {
  const accounts = [];
  while (accounts.length < count) {
    const numbers = Array.from(
      { length: Math.min(CONCURRENCY, count - accounts.length) },
      (_, index) => accounts.length + index,
    );
    const opened = numbers.map((number) =>
      openOne({ loadBalancer, platform, random }, `${prefix}-${number}`, number),
    );
    accounts.push(...(await Promise.all(opened)));
  }
  return accounts;
}

async function openOne({ loadBalancer, platform, random }, name, number) {
  const owner = new Florin({ baseUrl: LoadBalancer.BASE_URL, fetch: loadBalancer.fetch });
  const credentials = { email: `${name}@example.com`, password: randomBytes(16).toString('hex') };
  const { id } = await owner.accounts.create({ ...credentials, name, type: 'business' });
  await owner.login(credentials);
  const { key } = await owner.apiKeys.create({ name, kind: 'account' });
  const funds = number === 0 ? LOW_FUNDS : FUNDS;
  const credit = { account_id: id, amount: funds, currency: 'USD', type: 'credit' };
  const { id: transactionId } = await platform.transactions.create(credit);
  await settle(platform, transactionId);
  return { id, funds, key, florin: clientWith(key, loadBalancer, random) };
}

/** The worker also settles, after a second, and may be first. */
async function settle({ transactions }, id) {
  try {
    await transactions.settle(id);
  } catch (error) {
    if ((await transactions.get(id)).status !== 'succeeded') throw error;
  }
}
