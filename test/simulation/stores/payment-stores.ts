import type { Account } from '@florin/accounts';
import type { AccountId, CursorPage, Ids, PaymentRequestId, RefundId, SubscriptionId } from '@florin/kernel';
import {
  type Attempt,
  type Bill,
  isBillable,
  dueAt,
  type DueSubscription,
  type Payee,
  type PaymentRequest,
  PaymentRequestReader,
  type PaymentsStores,
  type KeysetPosition,
  type Refund,
  RefundReader,
  type RequestWithLastAttempt,
  type Subscription,
  SubscriptionReader,
} from '@florin/payments';
import { keysetPage } from '../../../libs/payments/src/memory/keyset-page.js';
import type { Process } from '../process.js';
import type { SqlTransaction } from '../sql-transaction.js';
import { appendEvents, SimulatedBalances } from './ledger-stores.js';

export function paymentsStores(sql: SqlTransaction, ids: Ids): PaymentsStores {
  const balances = new SimulatedBalances(sql, ids);
  return {
    payees: {
      lockShared: async (accountId) => {
        const account = await sql.lock('accounts', accountId, 'shared');
        return account && payeeOf(account);
      },
    },
    balances: {
      lock: async (accountId) => {
        await balances.lock(accountId);
      },
      lockForInsert: async (accountId) => {
        await balances.lock(accountId);
        return balances.idsFor(accountId);
      },
      credit: async ({ id, accountId, amount, currency }, now) => {
        const credit = { accountId, amount, currency, reference: id };
        return (await balances.postSettledCredit(credit, now))?.id;
      },
      hold: async ({ id, accountId, currency }, { refundId, amount }) =>
        (await balances.holdRefund({ accountId, amount, currency, reference: id, refundId })).id,
      endHold: async ({ accountId, transactionId, createdAt }, outcome, now) => {
        const failureReason = outcome.kind === 'failed' ? outcome.reason : undefined;
        const settlement = { status: outcome.kind, failureReason };
        return (
          (await balances.endRefundHold({ accountId, id: transactionId }, settlement, now)).endedAt ??
          createdAt
        );
      },
    },
    requests: requestsOn(sql),
    refunds: refundsOn(sql),
    subscriptions: subscriptionsOn(sql),
    events: {
      append: (events, now) => appendEvents(sql, ids, events, now),
      appendAll: async (events) => {
        for (const { occurredAt, ...event } of events) await appendEvents(sql, ids, [event], occurredAt);
      },
    },
    mails: NO_MAILS,
  };
}

/** No simulated process sends mails. */
const NO_MAILS: PaymentsStores['mails'] = {
  latestDueAt: () => Promise.resolve(undefined),
  recentDueAt: () => Promise.resolve(undefined),
  addRequest: () => Promise.resolve(),
  addReceipt: () => Promise.resolve(),
  addRefund: () => Promise.resolve(),
};

const payeeOf = ({ id, name, status, settings, branding }: Account): Payee => ({
  accountId: id,
  name,
  status: status === 'active' || status === 'closed' ? status : 'inactive',
  ...settings,
  branding,
});

const isInScope = (row: { accountId: AccountId }, accountId: AccountId | undefined): boolean =>
  accountId === undefined || row.accountId === accountId;
const attemptKey = (requestId: PaymentRequestId, number: number): string => `${requestId} ${number}`;

function requestsOn(sql: SqlTransaction): PaymentsStores['requests'] {
  const putAttempt = (attempt: Attempt) =>
    sql.write('attempts', attemptKey(attempt.paymentRequestId, attempt.number), attempt);
  return {
    add: async (request, pageDigest) => {
      await sql.write('requests', request.id, request);
      await sql.writeNow('pages', pageDigest, request.id);
    },
    lock: async (id, accountId) => {
      const request = await sql.lock('requests', id);
      return request !== undefined && isInScope(request, accountId) ? request : undefined;
    },
    lockPending: (accountId, after) =>
      sql.lockWhere(
        'requests',
        ({ id, accountId: owner, status }) =>
          owner === accountId && status === 'pending' && id > (after ?? ''),
      ),
    save: (request) => sql.write('requests', request.id, request),
    saveAll: async (requests) => {
      for (const request of requests) await sql.write('requests', request.id, request);
    },
    addAttempt: putAttempt,
    getAttempt: async ({ id }, number) => {
      const attempt = await sql.read('attempts', attemptKey(id, number));
      if (attempt === undefined) throw new Error('Attempt not found.');
      return attempt;
    },
    saveAttempt: putAttempt,
  };
}

function refundsOn(sql: SqlTransaction): PaymentsStores['refunds'] {
  const put = (refund: Refund) => sql.write('refunds', refund.id, refund);
  return {
    add: put,
    get: async (id) => {
      const refund = await sql.read('refunds', id);
      if (refund === undefined) throw new Error('Refund not found.');
      return refund;
    },
    save: put,
    sumOf: async ({ id }) => {
      const isReserved = ({ paymentId, status }: Refund) => paymentId === id && status !== 'failed';
      return (await sql.select('refunds', isReserved)).reduce((sum, { amount }) => sum + amount, 0);
    },
  };
}

function subscriptionsOn(sql: SqlTransaction): PaymentsStores['subscriptions'] {
  const put = (subscription: Subscription) => sql.write('subscriptions', subscription.id, subscription);
  return {
    add: put,
    lock: async (id, accountId) => {
      const subscription = await sql.lock('subscriptions', id);
      return subscription !== undefined && isInScope(subscription, accountId) ? subscription : undefined;
    },
    lockOpen: (accountId, after) =>
      sql.lockWhere(
        'subscriptions',
        ({ id, accountId: owner, status }) =>
          owner === accountId && status !== 'canceled' && id > (after ?? ''),
      ),
    save: put,
    saveCanceled: async (subscriptions) => {
      for (const subscription of subscriptions) await put(subscription);
    },
    addBill: async (bill) => {
      const key = `${bill.subscriptionId} ${bill.period} ${bill.window}`;
      if ((await sql.read('bills', key)) !== undefined) throw new Error('The period is already billed.');
      await sql.write('bills', key, bill);
    },
    getBill: async ({ id }, paymentId) => {
      const isMatch = (bill: Bill) => bill.subscriptionId === id && bill.paymentId === paymentId;
      const [bill] = await sql.select('bills', isMatch);
      if (bill === undefined) throw new Error('Bill not found.');
      return bill;
    },
    findOpenBills: async ({ id }, wanted) => {
      const isPending = (request: PaymentRequestId) => sql.peek('requests', request)?.status === 'pending';
      const open = await sql.select(
        'bills',
        ({ subscriptionId, paymentId, period }) =>
          subscriptionId === id && (wanted ?? period) === period && isPending(paymentId),
      );
      return open.sort((left, right) => (left.paymentId < right.paymentId ? -1 : 1));
    },
  };
}

export class SimulatedRequestReader extends PaymentRequestReader {
  constructor(private readonly process: Process) {
    super();
  }

  private get tables() {
    return this.process.world.database.tables;
  }

  async find(id: PaymentRequestId, accountId: AccountId | undefined): Promise<PaymentRequest | undefined> {
    await this.process.yieldControl();
    const request = this.tables.requests.get(id);
    return request !== undefined && isInScope(request, accountId) ? request : undefined;
  }

  async findByPageDigest(pageDigest: string): Promise<RequestWithLastAttempt | undefined> {
    await this.process.yieldControl();
    const id = this.tables.pages.get(pageDigest);
    const request = id === undefined ? undefined : this.tables.requests.get(id);
    if (request === undefined) return undefined;
    return { request, lastAttempt: this.tables.attempts.get(attemptKey(request.id, request.attempts)) };
  }

  list(): Promise<CursorPage<PaymentRequest>> {
    return Promise.reject(new Error('Not simulated: listing payment requests.'));
  }

  findAttempts(): Promise<readonly Attempt[]> {
    return Promise.reject(new Error('Not simulated: the attempts of payment requests.'));
  }

  async findDue(now: Date, limit: number, after?: KeysetPosition): Promise<readonly PaymentRequest[]> {
    await this.process.yieldControl();
    const due = [...this.tables.requests.values()].filter(
      ({ status, charging, expiresAt }) => status === 'pending' && !charging && expiresAt <= now,
    );
    return keysetPage(due, ({ expiresAt, id }) => ({ at: expiresAt, id }), limit, after);
  }

  async findOpenAttempts(
    startedUntil: Date,
    limit: number,
    after?: KeysetPosition,
  ): Promise<readonly Attempt[]> {
    await this.process.yieldControl();
    const openAttempts = [...this.tables.attempts.values()].filter(
      ({ status, startedAt }) => isOpenAttempt(status) && startedAt <= startedUntil,
    );
    const positionOf = ({ startedAt, paymentRequestId }: Attempt) => ({
      at: startedAt,
      id: paymentRequestId,
    });
    return keysetPage(openAttempts, positionOf, limit, after);
  }
}

export class SimulatedRefundReader extends RefundReader {
  constructor(private readonly process: Process) {
    super();
  }

  async find(id: RefundId, accountId: AccountId | undefined): Promise<Refund | undefined> {
    await this.process.yieldControl();
    const refund = this.process.world.database.tables.refunds.get(id);
    return refund !== undefined && isInScope(refund, accountId) ? refund : undefined;
  }

  list(): Promise<CursorPage<Refund>> {
    return Promise.reject(new Error('Not simulated: listing refunds.'));
  }

  async findPending(createdUntil: Date, limit: number, after?: KeysetPosition): Promise<readonly Refund[]> {
    await this.process.yieldControl();
    const pending = [...this.process.world.database.tables.refunds.values()].filter(
      ({ status, createdAt }) => status === 'pending' && createdAt <= createdUntil,
    );
    return keysetPage(pending, ({ createdAt, id }) => ({ at: createdAt, id }), limit, after);
  }
}

export const isOpenAttempt = (status: Attempt['status']): boolean =>
  status === 'started' || status === 'reversing';

export class SimulatedSubscriptionReader extends SubscriptionReader {
  constructor(private readonly process: Process) {
    super();
  }

  async find(id: SubscriptionId, accountId: AccountId | undefined): Promise<Subscription | undefined> {
    await this.process.yieldControl();
    const subscription = this.process.world.database.tables.subscriptions.get(id);
    return subscription !== undefined && isInScope(subscription, accountId) ? subscription : undefined;
  }

  findBill(): Promise<undefined> {
    return Promise.reject(new Error('Not simulated: payment pages.'));
  }

  list(): Promise<CursorPage<Subscription>> {
    return Promise.reject(new Error('Not simulated: listing subscriptions.'));
  }

  async findDue(now: Date, limit: number, after?: KeysetPosition): Promise<readonly DueSubscription[]> {
    await this.process.yieldControl();
    const { subscriptions, accounts } = this.process.world.database.tables;
    const due = [...subscriptions.values()]
      .filter(isBillable)
      .filter(({ accountId, currency }) => {
        const account = accounts.get(accountId);
        return account?.status === 'active' && account.settings.currency === currency;
      })
      .map((subscription) => ({ ...subscription, dueAt: dueAt(subscription) }))
      .filter((subscription) => subscription.dueAt <= now);
    return keysetPage(due, (subscription) => ({ at: subscription.dueAt, id: subscription.id }), limit, after);
  }
}
