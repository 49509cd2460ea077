import { DAY_MS, HOUR_MS, MINUTE_MS } from '@florin/kernel';
import { ACCOUNT_ACTIONS, openFundedAccount } from './actors/accounts.js';
import { Client } from './actors/client.js';
import { LEDGER_ACTIONS } from './actors/ledger.js';
import { TRANSFER_ACTIONS } from './actors/transfers.js';
import { PAYMENT_ACTIONS } from './actors/payments.js';
import { IDENTITY_ACTIONS } from './actors/identity.js';
import { KnownResources } from './actors/known-resources.js';
import { Workers } from './actors/worker.js';
import { SeededRandom } from './seeded-random.js';
import { Database } from './database.js';
import { type Fault, Faults } from './faults.js';
import { Fleet } from './fleet.js';
import type { World } from './process.js';
import { CardNetwork } from './card-network.js';
import { Commit } from './rules/commit.js';
import { findingsAtEnd } from './rules/end.js';
import { checkLedgerInvariants } from './rules/ledger.js';
import { checkTransferInvariants } from './rules/transfers.js';
import { checkCursorOrder } from './rules/order.js';
import { checkPaymentInvariants } from './rules/payments.js';
import { checkRefundInvariants } from './rules/refunds.js';
import { checkIdentityInvariants } from './rules/identity.js';
import { checkSubscriptionBilling } from './rules/subscriptions.js';
import { Scheduler } from './scheduler.js';
import { shortenIds } from './history-report.js';

export interface History {
  readonly seed: number;
  /** Broken rules. */
  readonly findings: readonly string[];
  /** The log of a recorded history; otherwise empty. */
  readonly lines: readonly string[];
  readonly enabled: readonly Fault[];
  readonly fired: ReadonlyMap<Fault, number>;
  readonly steps: number;
  readonly commits: number;
}

const ACTIONS = {
  ...prefixed('ledger', LEDGER_ACTIONS),
  ...prefixed('transfers', TRANSFER_ACTIONS),
  ...prefixed('payments', PAYMENT_ACTIONS),
  ...prefixed('identity', IDENTITY_ACTIONS),
  ...prefixed('accounts', ACCOUNT_ACTIONS),
};
const WEIGHTS: Readonly<Record<keyof typeof ACTIONS, number>> = {
  'ledger pay': 8,
  'ledger payAll': 4,
  'ledger payWithoutKey': 6,
  'ledger credit': 5,
  'ledger refund': 6,
  'ledger settle': 10,
  'ledger cancel': 6,
  'ledger amend': 2,
  'transfers transfer': 10,
  'transfers transferBothWays': 3,
  'transfers settle': 6,
  'transfers cancel': 4,
  'transfers batch': 8,
  'payments requestPayment': 12,
  'payments pay': 16,
  'payments payWhileClosing': 5,
  'payments cancelPaymentRequest': 3,
  'payments refund': 14,
  'payments refundTwice': 4,
  'payments subscribe': 3,
  'payments paySubscription': 4,
  'payments pause': 2,
  'payments resume': 2,
  'payments unsubscribe': 2,
  'identity logIn': 6,
  'identity useSession': 5,
  'identity refresh': 4,
  'identity stealToken': 3,
  'identity logOut': 2,
  'identity changePassword': 3,
  'identity addMember': 4,
  'identity suspendMember': 4,
  'identity deleteMember': 1,
  'identity useKey': 2,
  'accounts suspend': 2,
  'accounts rename': 1,
  'accounts changeCurrency': 1,
  'accounts close': 1,
};

const CHOICES = Object.entries(WEIGHTS) as [keyof typeof ACTIONS, number][];

type Action = (client: Client, resources: KnownResources) => Promise<void>;

function prefixed<Prefix extends string, Actions extends Readonly<Record<string, Action>>>(
  prefix: Prefix,
  actions: Actions,
): { readonly [Name in keyof Actions & string as `${Prefix} ${Name}`]: Action } {
  const entries = Object.entries(actions).map(([name, action]) => [`${prefix} ${name}`, action]);
  return Object.fromEntries(entries) as {
    readonly [Name in keyof Actions & string as `${Prefix} ${Name}`]: Action;
  };
}

const CLIENT_COUNT = 4;
const ACCOUNT_COUNT = 3;
const ROUNDS = 2;
const ACTIONS_PER_CLIENT = 4;
const MAX_STEPS = 60_000;

/** Deterministic: the same seed gives the same history. */
export async function runHistory(seed: number, isRecorded = false): Promise<History> {
  const random = new SeededRandom(seed);
  const scheduler = new Scheduler(random);
  const findings: string[] = [];
  const lines: string[] = [];
  const note = isRecorded ? (line: string) => lines.push(`${stamp(scheduler.elapsed)} ${line}`) : () => 0;
  const report = (finding: string) => {
    findings.push(finding);
    note(`FINDING: ${finding}`);
  };
  const faults = new Faults(random, (fault) => note(`  fault: ${fault}`));
  const database = new Database(
    (changes) => {
      const commit = new Commit(changes, database.tables, report);
      checkLedgerInvariants(commit);
      checkTransferInvariants(commit);
      checkPaymentInvariants(commit);
      checkRefundInvariants(commit);
      checkIdentityInvariants(commit);
      checkSubscriptionBilling(commit);
      checkCursorOrder(commit);
    },
    () => scheduler.now,
  );
  const world: World = { scheduler, database, faults, random, note, report };
  try {
    await scheduler.run(playHistory(world), () => findings.length > 0, MAX_STEPS);
  } catch (error) {
    report(String(error));
  }
  const shortened = shortenIds([...lines, ...findings]);
  return {
    seed,
    findings: shortened.slice(lines.length),
    lines: shortened.slice(0, lines.length),
    enabled: [...faults.enabled],
    fired: faults.fired,
    steps: scheduler.stepsTaken,
    commits: database.commits,
  };
}

async function playHistory(world: World): Promise<void> {
  const cardNetwork = new CardNetwork(world);
  const fleet = new Fleet(world, cardNetwork);
  const resources = new KnownResources(world);
  const workers = new Workers(world, fleet);
  const clients = Array.from(
    { length: CLIENT_COUNT },
    (_, index) => new Client(`client ${index + 1}`, world, fleet),
  );
  try {
    await Promise.all(clients.slice(0, ACCOUNT_COUNT).map((client) => openFundedAccount(client, resources)));
    workers.start();
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([
        ...clients.map((client) => runActions(client, resources)),
        resetClocksMidway(world, fleet),
      ]);
      await passTime(world, fleet);
    }
    world.faults.disable();
    world.note('no more faults');
    workers.stop();
    await waitUntilIdle(world, fleet);
    world.scheduler.advanceTime(10 * MINUTE_MS);
    if (!(await workers.finish())) world.report('the jobs never finish');
    const creations = clients.flatMap((client) => client.creations);
    const batches = clients.flatMap((client) => client.batches);
    for (const finding of findingsAtEnd(world.database, cardNetwork, creations, batches))
      world.report(finding);
  } catch (error) {
    world.report(
      `the simulation failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

async function runActions(client: Client, resources: KnownResources): Promise<void> {
  for (let count = 0; count < ACTIONS_PER_CLIENT; count++) {
    const name = client.world.random.weighted(CHOICES);
    await ACTIONS[name](client, resources);
  }
}

/** Changes clocks while requests are in flight. */
async function resetClocksMidway({ scheduler, random }: World, fleet: Fleet): Promise<void> {
  await scheduler.sleep(random.between(10, 5_000));
  fleet.resetClocks();
}

/** Some seconds in which only the workers run, then up to weeks without any activity. */
async function passTime(world: World, fleet: Fleet): Promise<void> {
  const { scheduler, random } = world;
  await scheduler.sleep(random.between(5_000, 30_000));
  await waitUntilIdle(world, fleet);
  const elapsedMs = random.pick([0, 0, HOUR_MS, 2 * HOUR_MS, DAY_MS, 8 * DAY_MS, 32 * DAY_MS]);
  scheduler.advanceTime(elapsedMs);
  fleet.resetClocks();
  world.note(`${elapsedMs / HOUR_MS} hours pass`);
}

async function waitUntilIdle({ scheduler }: World, fleet: Fleet): Promise<void> {
  while (fleet.inFlight > 0) await scheduler.sleep(1);
}

const stamp = (milliseconds: number): string => {
  const days = Math.floor(milliseconds / DAY_MS);
  return `${days}d ${new Date(milliseconds % DAY_MS).toISOString().slice(11, 23)}`;
};
