// Runs one drill and returns its verdict.
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../apps/cli/dist/demo/seeded-random.js';
import { openAccounts } from './accounts.mjs';
import { Clients } from './clients.mjs';
import { DRILLS } from './drills.mjs';
import { HOLD_MS } from './faults/database.mjs';
import { countHandles, findLeaks } from './handles.mjs';
import { Journal } from './journal.mjs';
import { clientWith, LoadBalancer } from './load-balancer.mjs';
import { reconcile } from './reconciliation.mjs';
import { auditFindings, readRecords } from './records.mjs';
import { WebhookReceiver } from './webhooks.mjs';

const DEFAULT_SECONDS = 30;
const DEFAULT_ACCOUNTS = 6;
/** Limit for a drill that ends after a number of faults or events. */
const MAX_DURATION_MS = 3_600_000;
const ALL_RESPONSES_WITHIN_MS = 60_000;
const HANDLES_BACK_WITHIN_MS = 20_000;
const RECOVERED_WITHIN_MS = 15_000;

export async function runDrill(name, environment, options) {
  const drill = DRILLS[name];
  const run = await prepare(name, drill, environment, options);
  const { journal, loadBalancer, context } = run;
  const before = await countHandles(environment.services);
  const { injected, clients, seconds, allEnded } = await runUnderLoad(drill, run, options);
  const { givenUp } = journal;
  await clients.resolveOpen();
  await drill.beforeReading?.(context);
  const webhooks = await context.receiver?.finish();
  loadBalancer.close();

  const { rows, balances } = await readRecords(environment.database.url, context.accounts);
  const found = reconcile(journal.writes, context.accounts, rows, balances);
  const audit = await auditFindings(environment.database.url);
  const { timeoutFactor } = context;
  const leaks = await findLeaks(environment, before, HANDLES_BACK_WITHIN_MS * timeoutFactor);
  const facts = { drill, journal, loadBalancer, found, audit, leaks, allEnded, givenUp, timeoutFactor };
  const problems = [...problemsIn(facts), ...(webhooks?.problems ?? []), ...environment.takeErrors()];
  return verdictOf({ name, options, seconds, injected, facts, webhooks, problems });
}

/** Opens the accounts, and starts the receiver of webhooks if the drill has one. */
async function prepare(name, drill, environment, { seed, patience: timeoutFactor }) {
  await environment.prepare(drill.mode);
  environment.takeErrors();
  const random = seededRandom(seed);
  const loadBalancer = new LoadBalancer(() => environment.apis);
  const journal = new Journal();
  const prefix = `${name}-${Date.now()}`;
  const platform = clientWith(environment.platformKey, loadBalancer, random);
  const count = drill.accounts ?? DEFAULT_ACCOUNTS;
  const accounts = await openAccounts({ loadBalancer, platform, random, prefix, count });
  const { url: databaseUrl } = environment.database;
  const receiver =
    drill.webhookEvents === undefined
      ? undefined
      : await WebhookReceiver.start({ databaseUrl, accounts, timeoutFactor });
  loadBalancer.close();
  // Separate random numbers, so that the number of requests does not change the faults.
  const faultRandom = seededRandom(~seed);
  const context = { environment, journal, accounts, prefix, timeoutFactor, receiver, random: faultRandom };
  return { journal, loadBalancer, platform, random, context };
}

async function runUnderLoad(drill, { journal, platform, random, context }, options) {
  const { environment, accounts, prefix, timeoutFactor, receiver } = context;
  const startedAt = performance.now();
  const isSlow = () => receiver?.isBehind === true;
  const clients = new Clients({ journal, accounts, platform, random, prefix, isSlow });
  clients.begin(options.clients);
  const injected = await injectFaults(drill, context, options);
  journal.expectRecovery();
  await environment.restartExited();
  await untilRecovered(journal, RECOVERED_WITHIN_MS * timeoutFactor);
  const allEnded = await clients.finish(ALL_RESPONSES_WITHIN_MS * timeoutFactor);
  return { injected, clients, allEnded, seconds: (performance.now() - startedAt) / 1000 };
}

function verdictOf({ name, options, seconds, injected, facts, webhooks, problems }) {
  const { journal, loadBalancer, found, audit, leaks, givenUp } = facts;
  return {
    drill: name,
    ok: problems.length === 0,
    seed: options.seed,
    seconds: Math.round(seconds * 10) / 10,
    clients: options.clients,
    faults: injected.count,
    calls: journal.latencies.length,
    attempts: loadBalancer.attempts,
    acknowledged: journal.count('acknowledged'),
    refused: journal.count('refused'),
    givenUp,
    lost: found.lost.length,
    twice: found.twice.length,
    wrong: found.wrong.length,
    auditFindings: audit.length,
    hung: loadBalancer.hung,
    leaks: leaks.length,
    backWithinMs: Math.round(Math.max(0, ...journal.recoveries)),
    ...injected.details,
    ...(webhooks !== undefined && { webhooks: webhooks.details }),
    problems: problems.slice(0, 20),
  };
}

/** Until the time is up, or the number of faults or of delivered events is reached. */
async function injectFaults(drill, context, options) {
  const isFree = options.times === undefined && options.seconds === undefined;
  const { times = isFree ? drill.times : undefined } = options;
  const events = isFree ? drill.webhookEvents : undefined;
  const isTimed = times === undefined && events === undefined;
  const milliseconds = isTimed ? (options.seconds ?? DEFAULT_SECONDS) * 1000 : MAX_DURATION_MS;
  const limit = performance.now() + milliseconds;
  const isOver = (count) =>
    count >= (drill.leastFaults ?? 1) &&
    (performance.now() >= limit ||
      count >= (times ?? Infinity) ||
      (context.receiver?.eventCount ?? 0) >= (events ?? Infinity));
  const injected =
    drill.commitFault === undefined
      ? await injectRepeatedly(drill, context, isOver, options.every * 1000)
      : await injectOnCommits(drill, context, isOver);
  await drill.recover?.(context);
  return injected;
}

async function injectRepeatedly(drill, context, isOver, everyMs) {
  const holdMs = Math.min(HOLD_MS, everyMs / 2);
  let count = 0;
  let details = {};
  await delay(Math.min(everyMs / 2, 1000));
  while (!isOver(count)) {
    const nextAt = performance.now() + everyMs;
    details = { ...details, ...(await drill.inject({ ...context, round: count, holdMs })) };
    count += 1;
    context.journal.expectRecovery();
    while (performance.now() < nextAt && !isOver(count)) await delay(20);
  }
  return { count, details };
}

async function injectOnCommits({ commitFault }, { environment: { proxy }, random }, isOver) {
  proxy.arm(commitFault, random);
  while (!isOver(proxy.injectedCount)) await delay(20);
  proxy.disarm();
  return { count: proxy.injectedCount, details: {} };
}

async function untilRecovered(journal, withinMs) {
  const deadline = performance.now() + withinMs;
  while (journal.isRecovering && performance.now() < deadline) await delay(10);
}

function problemsIn({ drill, journal, loadBalancer, found, audit, leaks, allEnded, givenUp, timeoutFactor }) {
  const problems = [...found.lost, ...found.twice, ...found.wrong, ...audit, ...leaks, ...journal.problems];
  const expect = (condition, problem) => {
    if (!condition) problems.push(problem);
  };
  const slowest = Math.max(0, ...journal.recoveries) / 1000;
  expect(allEnded, 'some clients still wait for a response');
  expect(loadBalancer.hung === 0, `${loadBalancer.hung} attempts got no response before the timeout`);
  expect(!journal.isRecovering, 'no write was acknowledged after the last fault');
  expect(journal.count('acknowledged') > 0, 'no write was acknowledged');
  expect(journal.count('open') === 0, `the outcome of ${journal.count('open')} creates is still unknown`);
  expect(
    slowest <= (drill.backWithinSeconds ?? Infinity) * timeoutFactor,
    `the first write after a fault was acknowledged after ${slowest.toFixed(1)} s`,
  );
  expect(!drill.everyCallMustSucceed || givenUp === 0, `${givenUp} calls failed after all retries`);
  return problems;
}
