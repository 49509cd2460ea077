import { DAY_MS, HOUR_MS, MINUTE_MS } from '@florin/kernel';
import { ACCOUNT_ACTS, openHousehold } from './actors/accounts.js';
import { Client } from './actors/client.js';
import { MONEY_ACTS } from './actors/money.js';
import { PAYMENT_ACTS } from './actors/payments.js';
import { PEOPLE_ACTS } from './actors/people.js';
import { Town } from './actors/town.js';
import { Workers } from './actors/worker.js';
import { Chance } from './chance.js';
import { Database } from './database.js';
import { type Fault, Faults } from './faults.js';
import { Fleet } from './fleet.js';
import type { World } from './process.js';
import { CardHouse } from './processor.js';
import { Commit } from './rules/commit.js';
import { findingsAtEnd } from './rules/end.js';
import { requireSoundMoney } from './rules/money.js';
import { requireReadableOn } from './rules/order.js';
import { requireSoundPayments } from './rules/payments.js';
import { requireSoundPeople } from './rules/people.js';
import { requireAgreedSubscriptions } from './rules/subscriptions.js';
import { Scheduler } from './scheduler.js';
import { inShort } from './telling.js';

export interface History {
  readonly seed: number;
  /** What was found to be wrong; empty when all is well. */
  readonly findings: readonly string[];
  /** What happened, line by line, if somebody wanted to know. */
  readonly lines: readonly string[];
  readonly armed: readonly Fault[];
  readonly fired: ReadonlyMap<Fault, number>;
  readonly steps: number;
  readonly commits: number;
}

const ACTS = {
  ...prefixed('money', MONEY_ACTS),
  ...prefixed('payments', PAYMENT_ACTS),
  ...prefixed('people', PEOPLE_ACTS),
  ...prefixed('accounts', ACCOUNT_ACTS),
};
const WEIGHTS: Readonly<Record<keyof typeof ACTS, number>> = {
  'money pay': 8,
  'money payAll': 4,
  'money payWithoutKey': 6,
  'money credit': 5,
  'money refund': 6,
  'money settle': 10,
  'money cancel': 6,
  'money amend': 2,
  'payments askForMoney': 12,
  'payments pay': 16,
  'payments payWhileClosing': 5,
  'payments takeBack': 3,
  'payments subscribe': 3,
  'payments paySubscription': 4,
  'payments pause': 2,
  'payments resume': 2,
  'payments unsubscribe': 2,
  'people logIn': 6,
  'people useSession': 5,
  'people refresh': 4,
  'people stealToken': 3,
  'people logOut': 2,
  'people changePassword': 3,
  'people addMember': 4,
  'people suspendMember': 4,
  'people deleteMember': 1,
  'people useKey': 2,
  'accounts suspend': 2,
  'accounts rename': 1,
  'accounts changeCurrency': 1,
  'accounts close': 1,
};

const CHOICES = Object.entries(WEIGHTS) as [keyof typeof ACTS, number][];

type Act = (client: Client, town: Town) => Promise<void>;

function prefixed<Prefix extends string, Acts extends Readonly<Record<string, Act>>>(
  prefix: Prefix,
  acts: Acts,
): { readonly [Name in keyof Acts & string as `${Prefix} ${Name}`]: Act } {
  const entries = Object.entries(acts).map(([name, act]) => [`${prefix} ${name}`, act]);
  return Object.fromEntries(entries) as {
    readonly [Name in keyof Acts & string as `${Prefix} ${Name}`]: Act;
  };
}

const CLIENTS = 4;
const HOUSEHOLDS = 3;
const ROUNDS = 2;
const ACTS_EACH = 4;
const MOST_STEPS = 60_000;

/** Lives one history through, from its seed alone. */
export async function live(seed: number, isTold = false): Promise<History> {
  const chance = new Chance(seed);
  const scheduler = new Scheduler(chance);
  const findings: string[] = [];
  const lines: string[] = [];
  const note = isTold ? (line: string) => lines.push(`${stamp(scheduler.elapsed)} ${line}`) : () => 0;
  const report = (finding: string) => {
    findings.push(finding);
    note(`WRONG: ${finding}`);
  };
  const faults = new Faults(chance, (fault) => note(`  fault: ${fault}`));
  const database = new Database(
    (changes) => {
      const commit = new Commit(changes, database.tables, report);
      requireSoundMoney(commit);
      requireSoundPayments(commit);
      requireSoundPeople(commit);
      requireAgreedSubscriptions(commit);
      requireReadableOn(commit);
    },
    () => scheduler.now,
  );
  const world: World = { scheduler, database, faults, chance, note, report };
  try {
    await scheduler.run(liveThrough(world), () => findings.length > 0, MOST_STEPS);
  } catch (error) {
    report(String(error));
  }
  const told = inShort([...lines, ...findings]);
  return {
    seed,
    findings: told.slice(lines.length),
    lines: told.slice(0, lines.length),
    armed: [...faults.armed],
    fired: faults.fired,
    steps: scheduler.stepsTaken,
    commits: database.version,
  };
}

async function liveThrough(world: World): Promise<void> {
  const house = new CardHouse(world);
  const fleet = new Fleet(world, house);
  const town = new Town(world);
  const workers = new Workers(world, fleet);
  const clients = Array.from(
    { length: CLIENTS },
    (_, index) => new Client(`client ${index + 1}`, world, fleet),
  );
  try {
    await Promise.all(clients.slice(0, HOUSEHOLDS).map((client) => openHousehold(client, town)));
    workers.start();
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([...clients.map((client) => act(client, town)), setClocksMeanwhile(world, fleet)]);
      await passTime(world, fleet);
    }
    world.faults.end();
    world.note('nothing goes wrong any more');
    workers.stop();
    await atRest(world, fleet);
    world.scheduler.leap(10 * MINUTE_MS);
    if (!(await workers.finish())) world.report('the workers never come to an end');
    const creations = clients.flatMap((client) => client.creations);
    for (const finding of findingsAtEnd(world.database, house, creations)) world.report(finding);
  } catch (error) {
    world.report(
      `the history broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

async function act(client: Client, town: Town): Promise<void> {
  for (let count = 0; count < ACTS_EACH; count++) {
    const name = client.world.chance.weighted(CHOICES);
    await ACTS[name](client, town);
  }
}

/** Clocks are set while much is under way as well. */
async function setClocksMeanwhile({ scheduler, chance }: World, fleet: Fleet): Promise<void> {
  await scheduler.sleep(chance.between(10, 5_000));
  fleet.setClocksAnew();
}

/** A while in which only the workers do something, then maybe hours or weeks in which nobody does. */
async function passTime(world: World, fleet: Fleet): Promise<void> {
  const { scheduler, chance } = world;
  await scheduler.sleep(chance.between(5_000, 30_000));
  await atRest(world, fleet);
  const leap = chance.pick([0, 0, HOUR_MS, 2 * HOUR_MS, DAY_MS, 8 * DAY_MS, 32 * DAY_MS]);
  scheduler.leap(leap);
  fleet.setClocksAnew();
  world.note(`${leap / HOUR_MS} hours pass`);
}

/** Nobody waits for an answer any more, not even one to whom nobody listens. */
async function atRest({ scheduler }: World, fleet: Fleet): Promise<void> {
  while (fleet.inFlight > 0) await scheduler.sleep(1);
}

const stamp = (milliseconds: number): string => {
  const days = Math.floor(milliseconds / DAY_MS);
  return `${days}d ${new Date(milliseconds % DAY_MS).toISOString().slice(11, 23)}`;
};
