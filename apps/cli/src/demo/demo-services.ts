import { CloseAccount, OpenAccount, SetAccountStatus } from '@florin/accounts';
import {
  accountsUnitOfWork,
  deriveKey,
  DerivedPageSecrets,
  HashedOwnerPasswords,
  paymentsUnitOfWork,
  PooledBcryptHasher,
  PostgresLedgerStore,
  SandboxProcessor,
  TypeOrmPaymentRequestReader,
  TypeOrmSubscriptionReader,
} from '@florin/infrastructure';
import { type AccountId, DomainError } from '@florin/kernel';
import { Ledger } from '@florin/ledger';
import {
  BillDueSubscriptions,
  CancelPaymentRequest,
  CancelSubscription,
  ConcludeAttempt,
  ConcludeRefund,
  CreatePaymentRequest,
  CreateRefund,
  CreateSubscription,
  ExpireDueRequests,
  GetPaymentRequest,
  PauseSubscription,
  PayPaymentRequest,
  type KeysetPosition,
} from '@florin/payments';
import type { DataSource } from '../database.js';
import type { DemoIds, DemoClock } from './demo-clock.js';

export interface DemoServicesOptions {
  readonly source: DataSource;
  readonly time: DemoClock;
  readonly ids: DemoIds;
  /** The API's JWT_SECRET, so that the API serves the payment pages. */
  readonly secret: string;
  readonly passwordCost: number;
}

/** Must exceed the rows that are due at once, including those of accounts outside of the demo. */
const READ_LIMIT = 1_000;

/** The use cases with the demo's clock. Billing and expiry are limited to the demo's accounts. */
export function createDemoServices({ source, time, ids, secret, passwordCost }: DemoServicesOptions) {
  const own = new Set<AccountId>();
  const isOwn = ({ accountId }: { readonly accountId: AccountId }): boolean => own.has(accountId);
  class OwnPaymentRequests extends TypeOrmPaymentRequestReader {
    override async findDue(now: Date, limit: number, after?: KeysetPosition) {
      return (await super.findDue(now, READ_LIMIT, after)).filter(isOwn).slice(0, limit);
    }
  }
  class OwnSubscriptions extends TypeOrmSubscriptionReader {
    override async findDue(now: Date, limit: number, after?: KeysetPosition) {
      return (await super.findDue(now, READ_LIMIT, after)).filter(isOwn).slice(0, limit);
    }
  }
  const requests: TypeOrmPaymentRequestReader = new OwnPaymentRequests(source);
  const subscriptions: TypeOrmSubscriptionReader = new OwnSubscriptions(source);

  const hasher = new PooledBcryptHasher({ cost: passwordCost });
  const accounts = accountsUnitOfWork(source, ids);
  const payments = paymentsUnitOfWork(source, ids);
  const secrets = new DerivedPageSecrets(deriveKey(secret, 'payment page'));
  const processor = new SandboxProcessor(source);
  const conclude = new ConcludeAttempt(payments, processor, time);
  const concludeRefund = new ConcludeRefund(requests, payments, processor, time);
  const getRequest = new GetPaymentRequest(requests);
  const createRequest = new CreatePaymentRequest(payments, secrets, time);
  return {
    time,
    own,
    secrets,
    subscriptions,
    openAccount: new OpenAccount(accounts, new HashedOwnerPasswords(hasher), ids, time),
    setAccountStatus: new SetAccountStatus(accounts, time),
    closeAccount: new CloseAccount(accounts, time),
    ledger: new Ledger(new PostgresLedgerStore(source), time, ids),
    createRequest,
    cancelRequest: new CancelPaymentRequest(requests, payments, time),
    payRequest: new PayPaymentRequest(payments, requests, secrets, processor, conclude, time),
    createRefund: new CreateRefund(getRequest, payments, concludeRefund, time),
    expireDue: new ExpireDueRequests(requests, payments, time),
    createSubscription: new CreateSubscription(payments, createRequest, time),
    pauseSubscription: new PauseSubscription(subscriptions, payments, time),
    cancelSubscription: new CancelSubscription(subscriptions, payments, time),
    billDue: new BillDueSubscriptions(subscriptions, payments, createRequest, time),
    close: () => hasher.close(),
  };
}

export type DemoServices = ReturnType<typeof createDemoServices>;

const EXPECTED_ERRORS: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'conflict',
  'not_cancellable',
  'invalid_request',
]);

/** Undefined after an expected error: insufficient funds, or a running worker was first. */
export async function ignoreExpectedErrors<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && EXPECTED_ERRORS.has(String(error.code))) return undefined;
    throw error;
  }
}
