import type { Account } from '@florin/accounts';
import type { NewTransaction, Transaction } from '@florin/ledger';
import { FAILURES, type Shop, randomSupply } from './demo-data.js';
import type { SeededRandom } from './seeded-random.js';
import { ignoreExpectedErrors, type DemoServices } from './demo-services.js';

export interface OpenShop {
  readonly shop: Shop;
  readonly account: Account;
  /** Succeeded payments with the amount that can still be refunded. */
  readonly refundable: { readonly payment: Transaction; left: number }[];
  acceptsTransactions: boolean;
}

export function ordersOf(open: OpenShop, random: SeededRandom): NewTransaction[] {
  const count = random.between(0, 2 * open.shop.dailyVolume);
  return Array.from({ length: count }, () => orderOf(open, random));
}

function orderOf(open: OpenShop, random: SeededRandom): NewTransaction {
  const roll = random.next();
  const refund = roll < 0.08 ? refundOf(open, random) : undefined;
  if (refund !== undefined) return refund;
  const { smallPrice } = open.shop;
  return roll < 0.45
    ? order(open, 'credit', smallPrice * random.between(2, 40), `sale ${random.between(10_000, 99_999)}`)
    : order(
        open,
        'payment',
        smallPrice * random.between(1, 28) + random.between(0, 99),
        randomSupply(random),
      );
}

function refundOf(open: OpenShop, random: SeededRandom): NewTransaction | undefined {
  const found = open.refundable.length === 0 ? undefined : random.pick(open.refundable);
  if (found === undefined || found.left === 0) return undefined;
  const amount = random.boolean(0.5) ? found.left : random.between(1, found.left);
  found.left -= amount;
  return { ...order(open, 'refund', amount, found.payment.reference), refundOf: found.payment.id };
}

export const firstDeposit = (open: OpenShop): NewTransaction =>
  order(open, 'credit', open.shop.smallPrice * 500, 'first deposit');

function order(
  { account }: OpenShop,
  type: NewTransaction['type'],
  amount: number,
  reference: string | undefined,
): NewTransaction {
  const metadata = type === 'credit' ? { channel: 'shop' } : {};
  const { currency } = account.settings;
  return { accountId: account.id, type, amount, currency, reference, metadata };
}

/** Creates them concurrently, so that the ledger batches them. Returns the accepted ones. */
export async function createTransactions(
  services: DemoServices,
  orders: readonly NewTransaction[],
): Promise<Transaction[]> {
  const created = await Promise.all(
    orders.map((order) => ignoreExpectedErrors(services.ledger.create(order))),
  );
  return created.filter((transaction) => transaction !== undefined);
}

/** Most succeed, some fail, some are canceled. */
export async function endTransactions(
  services: DemoServices,
  pending: readonly Transaction[],
  nextRoll: () => number,
  random: SeededRandom,
): Promise<Transaction[]> {
  const outcomes = await Promise.all(
    pending.map(({ id: transactionId, accountId }) => {
      const roll = nextRoll();
      if (roll < 0.05) return ignoreExpectedErrors(services.ledger.cancel({ transactionId, accountId }));
      const failureReason = roll < 0.12 ? random.pick(FAILURES) : undefined;
      const status = failureReason === undefined ? 'succeeded' : 'failed';
      return ignoreExpectedErrors(
        services.ledger.settle({ transactionId, accountId, settlement: { status, failureReason } }),
      );
    }),
  );
  return outcomes.filter((ended) => ended !== undefined);
}
