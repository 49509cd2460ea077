import { CloseAccount, OpenAccount, OwnerPasswords, SetAccountStatus, UpdateAccount } from '@florin/accounts';
import {
  Authenticate,
  CreateApiKey,
  CreateUser,
  DeleteUser,
  EndSession,
  LogIn,
  PasswordHasher,
  RefreshSession,
  RevokeApiKey,
  SESSION_POLICY,
  UpdateUser,
} from '@florin/identity';
import { SECOND_MS } from '@florin/kernel';
import { Ledger, SettleDueTransactions } from '@florin/ledger';
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
  ResolveStuckAttempts,
  ResolveStuckRefunds,
  ResumeSubscription,
} from '@florin/payments';
import { PlainApiKeys, PlainTokens } from '../../libs/identity/src/testing/builders.js';
import { PlainPageSecrets } from '../../libs/payments/src/testing/builders.js';
import {
  type CrashPoint,
  withCallPoints,
  withCommitPoints,
} from '../../libs/payments/src/testing/crash-points.js';
import type { Process } from './process.js';
import { type CardNetwork, ProcessorConnection } from './card-network.js';
import { accountsStores } from './stores/account-stores.js';
import {
  identityStores,
  SimulatedSessionStatusReader,
  SimulatedUserDirectory,
} from './stores/identity-stores.js';
import { SimulatedDueTransactions, SimulatedLedgerStore } from './stores/ledger-stores.js';
import {
  paymentsStores,
  SimulatedRefundReader,
  SimulatedRequestReader,
  SimulatedSubscriptionReader,
} from './stores/payment-stores.js';
import { SimulatedUnitOfWork } from './stores/unit-of-work.js';

export const SETTLEMENT_DELAY_MS = 20 * SECOND_MS;
export const STUCK_AFTER_MS = 30 * SECOND_MS;
const RETRY_PAUSE_MS = 20;
/** Small, so that batches are often full and the queue sometimes rejects a command. */
const LEDGER_LIMITS = { batch: 4, waiting: 12 };

export type Service = ReturnType<typeof serviceOn>;

/** The real use cases of every library, with the simulated stores of one process. */
export function serviceOn(process: Process, cardNetwork: CardNetwork) {
  const { clock, ids } = process;
  const pause = () => process.sleep(RETRY_PAUSE_MS);
  const store = new SimulatedLedgerStore(process);
  const ledger = new Ledger(store, clock, ids, LEDGER_LIMITS, undefined, pause);
  const settleDue = new SettleDueTransactions(
    new SimulatedDueTransactions(process),
    ledger,
    clock,
    SETTLEMENT_DELAY_MS,
  );
  return {
    process,
    ledger,
    settleDue,
    ...identityOn(process),
    ...accountsOn(process),
    ...paymentsOn(process, cardNetwork),
  };
}

function identityOn(process: Process) {
  const { clock, ids } = process;
  const unitOfWork = new SimulatedUnitOfWork(process, identityStores);
  const directory = new SimulatedUserDirectory(process);
  const hasher = new SlowPlainHasher(process);
  const tokens = new PlainTokens();
  const keys = new PlainApiKeys();
  return {
    tokens,
    keys,
    authenticate: new Authenticate(new SimulatedSessionStatusReader(process), keys, clock),
    logIn: new LogIn(unitOfWork, directory, hasher, tokens, SESSION_POLICY, ids, clock),
    refreshSession: new RefreshSession(unitOfWork, tokens, SESSION_POLICY, ids, clock),
    endSession: new EndSession(unitOfWork, ids, clock),
    createUser: new CreateUser(unitOfWork, hasher, ids, clock),
    updateUser: new UpdateUser(unitOfWork, directory, hasher, ids, clock),
    deleteUser: new DeleteUser(unitOfWork, ids, clock),
    createApiKey: new CreateApiKey(unitOfWork, keys, ids, clock),
    revokeApiKey: new RevokeApiKey(unitOfWork, ids, clock),
  };
}

function accountsOn(process: Process) {
  const { clock, ids } = process;
  const unitOfWork = new SimulatedUnitOfWork(process, (sql) => accountsStores(sql, ids));
  const hasher = new SlowPlainHasher(process);
  return {
    openAccount: new OpenAccount(unitOfWork, new SimulatedOwnerPasswords(hasher), ids, clock),
    updateAccount: new UpdateAccount(unitOfWork, clock),
    setAccountStatus: new SetAccountStatus(unitOfWork, clock),
    closeAccount: new CloseAccount(unitOfWork, clock),
  };
}

function paymentsOn(process: Process, cardNetwork: CardNetwork) {
  const { clock, ids } = process;
  const crashOnFault = async (point: CrashPoint) => {
    await process.yieldControl();
    await process.crashOnFault(`the process crashes ${point}`);
  };
  const simulatedUnitOfWork = new SimulatedUnitOfWork(process, (sql) => paymentsStores(sql, ids));
  const unitOfWork = withCommitPoints(simulatedUnitOfWork, crashOnFault);
  const requests = new SimulatedRequestReader(process);
  const subscriptions = new SimulatedSubscriptionReader(process);
  const secrets = new PlainPageSecrets();
  const processor = withCallPoints(new ProcessorConnection(process, cardNetwork), crashOnFault);
  const conclusion = new ConcludeAttempt(unitOfWork, processor, clock);
  const concludeRefund = new ConcludeRefund(requests, unitOfWork, processor, clock);
  const getRequest = new GetPaymentRequest(requests);
  const createRequest = new CreatePaymentRequest(unitOfWork, secrets, clock);
  return {
    secrets,
    createRequest,
    pay: new PayPaymentRequest(unitOfWork, requests, secrets, processor, conclusion, clock),
    cancelRequest: new CancelPaymentRequest(requests, unitOfWork, clock),
    createSubscription: new CreateSubscription(unitOfWork, createRequest, clock),
    pauseSubscription: new PauseSubscription(subscriptions, unitOfWork, clock),
    resumeSubscription: new ResumeSubscription(subscriptions, unitOfWork, createRequest, clock),
    cancelSubscription: new CancelSubscription(subscriptions, unitOfWork, clock),
    expireDue: new ExpireDueRequests(requests, unitOfWork, clock),
    billDue: new BillDueSubscriptions(subscriptions, unitOfWork, createRequest, clock),
    createRefund: new CreateRefund(getRequest, unitOfWork, concludeRefund, clock),
    resolveRefunds: new ResolveStuckRefunds(
      new SimulatedRefundReader(process),
      concludeRefund,
      clock,
      STUCK_AFTER_MS,
    ),
    resolveStuck: new ResolveStuckAttempts(requests, processor, conclusion, clock, STUCK_AFTER_MS),
  };
}

const HASH_MS = 80;

/** Slow, so that other changes happen between the password check and the start of the session. */
class SlowPlainHasher extends PasswordHasher {
  constructor(private readonly process: Process) {
    super();
  }

  async hash(password: string): Promise<string> {
    await this.process.sleep(HASH_MS);
    return `plain:${password}`;
  }

  async verify(password: string, hash: string | undefined): Promise<boolean> {
    await this.process.sleep(HASH_MS);
    return hash === `plain:${password}`;
  }

  needsRehash(): boolean {
    return false;
  }
}

class SimulatedOwnerPasswords extends OwnerPasswords {
  constructor(private readonly hasher: PasswordHasher) {
    super();
  }

  async hash(password: string) {
    return (await this.hasher.hash(password)) as Awaited<ReturnType<OwnerPasswords['hash']>>;
  }
}
