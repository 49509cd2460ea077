import type { Account } from '@florin/accounts';
import type { NewTransaction, Transaction } from '@florin/ledger';
import { FAILURES, type Shop, supplyOf } from './cast.js';
import type { Chance } from './chance.js';
import { attempt, type World } from './world.js';

export interface OpenShop {
  readonly shop: Shop;
  readonly account: Account;
  /** Succeeded payments, and how much of each can still be refunded. */
  readonly refundable: { readonly payment: Transaction; left: number }[];
  takesNew: boolean;
}

/** The transactions of one day. */
export function ordersOf(open: OpenShop, chance: Chance): NewTransaction[] {
  const count = chance.between(0, 2 * open.shop.dailyVolume);
  return Array.from({ length: count }, () => orderOf(open, chance));
}

function orderOf(open: OpenShop, chance: Chance): NewTransaction {
  const lot = chance.next();
  const refund = lot < 0.08 ? refundOf(open, chance) : undefined;
  if (refund !== undefined) return refund;
  const { smallPrice } = open.shop;
  return lot < 0.45
    ? order(open, 'credit', smallPrice * chance.between(2, 40), `sale ${chance.between(10_000, 99_999)}`)
    : order(open, 'payment', smallPrice * chance.between(1, 28) + chance.between(0, 99), supplyOf(chance));
}

function refundOf(open: OpenShop, chance: Chance): NewTransaction | undefined {
  const found = open.refundable.length === 0 ? undefined : chance.pick(open.refundable);
  if (found === undefined || found.left === 0) return undefined;
  const amount = chance.is(0.5) ? found.left : chance.between(1, found.left);
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
  return { accountId: account.id, type, amount, currency, reference, metadata, refundOf: undefined };
}

/** Sent at once, so that the ledger batches them. Returns those that were accepted. */
export async function place(world: World, orders: readonly NewTransaction[]): Promise<Transaction[]> {
  const outcomes = await Promise.all(
    orders.map((input) => attempt(world.ledger.create({ input, once: undefined }))),
  );
  return outcomes.flatMap((outcome) => (outcome?.replayed === false ? [outcome.thing] : []));
}

/** Most succeed, some fail, some are canceled. */
export async function end(
  world: World,
  pending: readonly Transaction[],
  drawLot: () => number,
  chance: Chance,
): Promise<Transaction[]> {
  const outcomes = await Promise.all(
    pending.map(({ id: transactionId, accountId }) => {
      const lot = drawLot();
      if (lot < 0.05) return attempt(world.ledger.cancel({ transactionId, accountId }));
      const failureReason = lot < 0.12 ? chance.pick(FAILURES) : undefined;
      const status = failureReason === undefined ? 'succeeded' : 'failed';
      return attempt(
        world.ledger.settle({ transactionId, accountId, settlement: { status, failureReason } }),
      );
    }),
  );
  return outcomes.filter((ended) => ended !== undefined);
}
