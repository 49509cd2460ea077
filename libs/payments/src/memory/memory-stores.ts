import {
  type AccountId,
  type CursorPage,
  type CursorRequest,
  type Ids,
  type PaymentRequestId,
} from '@florin/kernel';
import { MemoryUnitOfWork, newestFirstPage, SystemIds } from '@florin/kernel/memory';
import type { KeysetPosition } from '../batch-runner.js';
import { type Attempt, ATTEMPT_STATUSES, type AttemptStatus } from '../payment-request/attempt.js';
import { type Payee, PayeeDirectory } from '../payment-request/payee.js';
import { isDue, type PaymentRequest } from '../payment-request/payment-request.js';
import {
  type PaymentRequestFilter,
  PaymentRequestReader,
  type RequestWithLastAttempt,
} from '../payment-request/payment-request.reader.js';
import type { PaymentsStores } from '../stores.js';
import { keysetPage } from './keyset-page.js';
import { mailsOn } from './memory-mails.js';
import { holdsOn, refundsOn } from './memory-refunds.js';
import { MemoryState } from './memory-state.js';
import { subscriptionsOn } from './memory-subscriptions.js';

export class MemoryPaymentsUnitOfWork extends MemoryUnitOfWork<MemoryState, PaymentsStores> {
  constructor(state = new MemoryState(), ids: Ids = new SystemIds()) {
    super(state, (current, actor) => storesOn(current, ids, actor));
  }
}

const attemptKey = ({ paymentRequestId, number }: Pick<Attempt, 'paymentRequestId' | 'number'>) =>
  `${paymentRequestId} ${number}`;

function storesOn(state: MemoryState, ids: Ids, actor: string): PaymentsStores {
  return {
    payees: { lockShared: (accountId) => Promise.resolve(state.payees.get(accountId)) },
    balances: {
      lock: () => Promise.resolve(),
      lockForInsert: () => Promise.resolve(ids),
      credit: ({ id, accountId, amount }) => {
        if (state.payees.get(accountId)?.status === 'closed') return Promise.resolve(undefined);
        const transactionId = ids.next('txn');
        state.credits.set(transactionId, { accountId, amount, reference: id });
        return Promise.resolve(transactionId);
      },
      ...holdsOn(state, ids),
    },
    requests: requestsOn(state),
    refunds: refundsOn(state),
    subscriptions: subscriptionsOn(state),
    mails: mailsOn(state),
    events: {
      append: (events, occurredAt) => {
        state.events.push(...events.map((event) => ({ ...event, occurredAt, actor })));
        return Promise.resolve();
      },
      appendAll: (events) => {
        state.events.push(...events.map((event) => ({ ...event, actor })));
        return Promise.resolve();
      },
    },
  };
}

function requestsOn(state: MemoryState): PaymentsStores['requests'] {
  const all = () => [...state.requests.values()];
  const put = (request: PaymentRequest) => {
    state.requests.set(request.id, request);
    return Promise.resolve();
  };
  const putAttempt = (attempt: Attempt) => {
    state.attempts.set(attemptKey(attempt), attempt);
    return Promise.resolve();
  };
  return {
    add: (request, pageDigest) => {
      state.pages.set(pageDigest, request.id);
      return put(request);
    },
    lock: (id, accountId) => Promise.resolve(withinAccountScope(state.requests.get(id), accountId)),
    lockPending: (accountId, after) =>
      Promise.resolve(
        all().filter(
          (request) =>
            request.accountId === accountId && request.status === 'pending' && request.id > (after ?? ''),
        ),
      ),
    save: put,
    saveAll: async (requests) => {
      for (const request of requests) await put(request);
    },
    addAttempt: putAttempt,
    getAttempt: ({ id: paymentRequestId }, number) => {
      const attempt = state.attempts.get(attemptKey({ paymentRequestId, number }));
      return attempt === undefined ? Promise.reject(new Error('No such attempt')) : Promise.resolve(attempt);
    },
    saveAttempt: putAttempt,
  };
}

const withinAccountScope = (request: PaymentRequest | undefined, accountId: AccountId | undefined) =>
  accountId === undefined || request?.accountId === accountId ? request : undefined;

export class MemoryPaymentRequestReader extends PaymentRequestReader {
  constructor(private readonly unitOfWork: MemoryPaymentsUnitOfWork) {
    super();
  }

  find(id: PaymentRequestId, accountId: AccountId | undefined): Promise<PaymentRequest | undefined> {
    return Promise.resolve(withinAccountScope(this.unitOfWork.state.requests.get(id), accountId));
  }

  findByPageDigest(pageDigest: string): Promise<RequestWithLastAttempt | undefined> {
    const { pages, requests, attempts } = this.unitOfWork.state;
    const id = pages.get(pageDigest);
    const request = id === undefined ? undefined : requests.get(id);
    if (request === undefined) return Promise.resolve(undefined);
    const lastAttempt = attempts.get(attemptKey({ paymentRequestId: request.id, number: request.attempts }));
    return Promise.resolve({ request, lastAttempt });
  }

  list(
    filter: PaymentRequestFilter,
    page: CursorRequest<PaymentRequestId>,
  ): Promise<CursorPage<PaymentRequest>> {
    const { accountId, status, reference, subscriptionId } = filter;
    const { customerEmail, createdAfter, createdBefore } = filter;
    const matching = [...this.unitOfWork.state.requests.values()]
      .filter((request) => accountId === undefined || request.accountId === accountId)
      .filter((request) => status === undefined || request.status === status)
      .filter((request) => reference === undefined || request.reference === reference)
      .filter((request) => subscriptionId === undefined || request.subscriptionId === subscriptionId)
      .filter((request) => customerEmail === undefined || request.customerEmail === customerEmail)
      .filter(({ createdAt }) => createdAfter === undefined || createdAt > createdAfter)
      .filter(({ createdAt }) => createdBefore === undefined || createdAt < createdBefore);
    return Promise.resolve(newestFirstPage(matching, page));
  }

  findAttempts(
    requests: readonly PaymentRequest[],
    statuses: readonly AttemptStatus[] = ATTEMPT_STATUSES,
  ): Promise<readonly Attempt[]> {
    const ids = new Set(requests.map(({ id }) => id));
    const found = [...this.unitOfWork.state.attempts.values()].filter(
      ({ paymentRequestId, status }) => ids.has(paymentRequestId) && statuses.includes(status),
    );
    return Promise.resolve(found.sort((one, other) => one.number - other.number));
  }

  findDue(now: Date, limit: number, after?: KeysetPosition): Promise<readonly PaymentRequest[]> {
    const due = [...this.unitOfWork.state.requests.values()].filter((request) => isDue(request, now));
    return Promise.resolve(keysetPage(due, ({ expiresAt, id }) => ({ at: expiresAt, id }), limit, after));
  }

  findOpenAttempts(startedUntil: Date, limit: number, after?: KeysetPosition): Promise<readonly Attempt[]> {
    const unended = [...this.unitOfWork.state.attempts.values()]
      .filter(({ status }) => status === 'started' || status === 'reversing')
      .filter(({ startedAt }) => startedAt <= startedUntil);
    const positionOf = ({ startedAt, paymentRequestId }: Attempt) => ({
      at: startedAt,
      id: paymentRequestId,
    });
    return Promise.resolve(keysetPage(unended, positionOf, limit, after));
  }
}

export class MemoryPayeeDirectory extends PayeeDirectory {
  constructor(private readonly unitOfWork: MemoryPaymentsUnitOfWork) {
    super();
  }

  find(accountId: AccountId): Promise<Payee | undefined> {
    return Promise.resolve(this.unitOfWork.state.payees.get(accountId));
  }
}
