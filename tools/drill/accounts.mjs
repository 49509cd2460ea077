// The accounts of one drill: new ones each time, so that what it did is told apart from what others did.
import { randomBytes } from 'node:crypto';
import { Florin } from '@florin/client';
import { clientWith, LoadBalancer } from './load-balancer.mjs';

const COUNT = 6;
const PLENTY = 100_000_000;
/** One account is poor, so that some payments are refused while others pass. */
const LITTLE = 20_000;

/** Opens accounts with money on them, and answers them with a client that acts with the account's own key. */
export async function openAccounts({ line, platform, chance, prefix }) {
  const numbers = Array.from({ length: COUNT }, (_, number) => number);
  return Promise.all(
    numbers.map((number) => openOne({ line, platform, chance }, `${prefix}-${number}`, number)),
  );
}

async function openOne({ line, platform, chance }, name, number) {
  const owner = new Florin({ baseUrl: LoadBalancer.BASE_URL, fetch: line.fetch });
  const credentials = { email: `${name}@example.com`, password: randomBytes(16).toString('hex') };
  const { id } = await owner.accounts.create({ ...credentials, name, type: 'business' });
  await owner.login(credentials);
  const { key } = await owner.apiKeys.create({ name, kind: 'account' });
  const funds = number === 0 ? LITTLE : PLENTY;
  const credit = { account_id: id, amount: funds, currency: 'USD', type: 'credit' };
  const { id: transactionId } = await platform.transactions.create(credit);
  await settled(platform, transactionId);
  return { id, funds, key, florin: clientWith(key, line, chance) };
}

/** The worker settles too, after a second, and is first where opening the accounts took that long. */
async function settled({ transactions }, id) {
  try {
    await transactions.settle(id);
  } catch (error) {
    if ((await transactions.get(id)).status !== 'succeeded') throw error;
  }
}
