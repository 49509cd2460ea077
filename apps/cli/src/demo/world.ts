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
  BillDue,
  CancelPaymentRequest,
  CancelSubscription,
  ConcludeAttempt,
  CreatePaymentRequest,
  CreateSubscription,
  ExpireDue,
  NoFaultPoints,
  PauseSubscription,
  PayPaymentRequest,
  type Place,
} from '@florin/payments';
import type { DataSource } from '../database.js';
import type { DemoIds, DemoTime } from './time.js';

export interface Ground {
  readonly source: DataSource;
  readonly time: DemoTime;
  readonly ids: DemoIds;
  /** The service's own, so that the payment pages open there. */
  readonly secret: string;
  readonly passwordCost: number;
}

/** More than ever are due at once; those of others in a shared database are read past. */
const LOOK_AT = 1_000;

/** The use cases of the service, on the demo's clock. What billing and expiry touch is the demo's own and nobody else's. */
export function worldOn({ source, time, ids, secret, passwordCost }: Ground) {
  const own = new Set<AccountId>();
  const isOwn = ({ accountId }: { readonly accountId: AccountId }): boolean => own.has(accountId);
  class OwnPaymentRequests extends TypeOrmPaymentRequestReader {
    override async findDue(now: Date, limit: number, after?: Place) {
      return (await super.findDue(now, LOOK_AT, after)).filter(isOwn).slice(0, limit);
    }
  }
  class OwnSubscriptions extends TypeOrmSubscriptionReader {
    override async findDue(now: Date, limit: number, after?: Place) {
      return (await super.findDue(now, LOOK_AT, after)).filter(isOwn).slice(0, limit);
    }
  }
  const requests: TypeOrmPaymentRequestReader = new OwnPaymentRequests(source);
  const subscriptions: TypeOrmSubscriptionReader = new OwnSubscriptions(source);

  const hasher = new PooledBcryptHasher({ cost: passwordCost });
  const accounts = accountsUnitOfWork(source, ids);
  const payments = paymentsUnitOfWork(source, ids);
  const secrets = new DerivedPageSecrets(deriveKey(secret, 'payment page'));
  const processor = new SandboxProcessor(source);
  const faults = new NoFaultPoints();
  const conclude = new ConcludeAttempt(payments, processor, faults, time);
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
    payRequest: new PayPaymentRequest(payments, requests, secrets, processor, conclude, faults, time),
    expireDue: new ExpireDue(requests, payments, time),
    createSubscription: new CreateSubscription(payments, createRequest, time),
    pauseSubscription: new PauseSubscription(subscriptions, payments, time),
    cancelSubscription: new CancelSubscription(subscriptions, payments, time),
    billDue: new BillDue(subscriptions, payments, createRequest, time),
    close: () => hasher.close(),
  };
}

export type World = ReturnType<typeof worldOn>;

const LIFE_GOES_ON: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'conflict',
  'not_cancellable',
  'invalid_request',
]);

/**
 * What the rules refuse simply does not happen: a shop is short of money, or the worker of a running service has
 * settled a thing first. Anything else is a defect.
 */
export async function attempt<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && LIFE_GOES_ON.has(String(error.code))) return undefined;
    throw error;
  }
}
