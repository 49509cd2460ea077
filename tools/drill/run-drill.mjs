// One drill from its first request to its verdict.
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

const USUAL_SECONDS = 30;
/** However many faults are asked for, a drill ends. */
const LONGEST_MS = 3_600_000;
const ALL_ANSWERED_WITHIN_MS = 60_000;
const HANDLES_BACK_WITHIN_MS = 20_000;
const RECOVERED_WITHIN_MS = 15_000;

export async function runDrill(name, house, options) {
  const drill = DRILLS[name];
  const { seed, clients: count, patience } = options;
  await house.prepare(drill.mode);
  house.takeComplaints();
  const chance = seededRandom(seed);
  const line = new LoadBalancer(() => house.apis);
  const journal = new Journal();
  const prefix = `${name}-${Date.now()}`;
  const platform = clientWith(house.platformKey, line, chance);
  const accounts = await openAccounts({ line, platform, chance, prefix });
  line.close();
  const before = await countHandles(house.services);

  const startedAt = performance.now();
  const clients = new Clients({ line, journal, accounts, platform, chance, prefix });
  clients.begin(count);
  // Faults draw from a chance of their own: how many requests happen to be made must not change which faults come.
  const context = { house, journal, accounts, prefix, patience, chance: seededRandom(~seed) };
  const struck = await strikeUntilOver(drill, context, options);
  journal.expectRecovery();
  await house.revive();
  await untilRecovered(journal, RECOVERED_WITHIN_MS * patience);
  const allEnded = await clients.finish(ALL_ANSWERED_WITHIN_MS * patience);
  const seconds = (performance.now() - startedAt) / 1000;
  const { givenUp } = journal;
  await clients.resolveOpen();
  line.close();

  const { rows, books } = await readRecords(house.database.url, accounts);
  const found = reconcile([...journal.entries], accounts, rows, books);
  const audit = await auditFindings(house.database.url);
  const leaks = await findLeaks(house, before, HANDLES_BACK_WITHIN_MS * patience);
  const facts = { drill, journal, line, struck, found, audit, leaks, allEnded, givenUp, patience };
  const problems = [...problemsIn(facts), ...house.takeComplaints()];
  return {
    drill: name,
    ok: problems.length === 0,
    seed,
    seconds: Math.round(seconds * 10) / 10,
    clients: count,
    faults: struck.count,
    calls: journal.latencies.length,
    attempts: line.attempts,
    acknowledged: journal.count('acknowledged'),
    refused: journal.count('refused'),
    givenUp,
    lost: found.lost.length,
    twice: found.twice.length,
    wrong: found.wrong.length,
    auditFindings: audit.length,
    hung: line.hung,
    leaks: leaks.length,
    backWithinMs: Math.round(Math.max(0, ...journal.recoveries)),
    ...struck.details,
    problems: problems.slice(0, 20),
  };
}

/** Strikes until the time is over, or as often as was asked for, and answers how often that was. */
async function strikeUntilOver(drill, context, options) {
  const times = options.times ?? (options.seconds === undefined ? drill.times : undefined);
  const milliseconds = times === undefined ? (options.seconds ?? USUAL_SECONDS) * 1000 : LONGEST_MS;
  const limit = performance.now() + milliseconds;
  const isOver = (count) => count > 0 && (performance.now() >= limit || count >= (times ?? Infinity));
  const struck =
    drill.commitFault === undefined
      ? await strikeInTurn(drill, context, isOver, options.every * 1000)
      : await strikeCommits(drill, context, isOver);
  await drill.heal?.(context);
  return struck;
}

async function strikeInTurn(drill, context, isOver, everyMs) {
  const holdMs = Math.min(HOLD_MS, everyMs / 2);
  let count = 0;
  let details = {};
  await delay(Math.min(everyMs / 2, 1000));
  while (!isOver(count)) {
    const nextAt = performance.now() + everyMs;
    details = { ...details, ...(await drill.strike({ ...context, strikes: count, holdMs })) };
    count += 1;
    context.journal.expectRecovery();
    while (performance.now() < nextAt && !isOver(count)) await delay(20);
  }
  return { count, details };
}

async function strikeCommits({ commitFault }, { house: { proxy }, chance }, isOver) {
  proxy.arm(commitFault, chance);
  while (!isOver(proxy.struck)) await delay(20);
  proxy.disarm();
  return { count: proxy.struck, details: {} };
}

async function untilRecovered(journal, withinMs) {
  const deadline = performance.now() + withinMs;
  while (journal.isRecovering && performance.now() < deadline) await delay(10);
}

function problemsIn({ drill, journal, line, struck, found, audit, leaks, allEnded, givenUp, patience }) {
  const problems = [...found.lost, ...found.twice, ...found.wrong, ...audit, ...leaks, ...journal.problems];
  const expect = (isSo, words) => {
    if (!isSo) problems.push(words);
  };
  const slowest = Math.max(0, ...journal.recoveries) / 1000;
  expect(allEnded, 'some clients never came to an end');
  expect(line.hung === 0, `${line.hung} attempts were neither answered nor cut off`);
  expect(!journal.isRecovering, 'nothing was acknowledged any more after the last fault');
  expect(journal.count('acknowledged') > 0, 'nothing was acknowledged');
  expect(journal.count('open') === 0, `the outcome of ${journal.count('open')} creates cannot be learned`);
  expect(
    slowest <= (drill.backWithinSeconds ?? Infinity) * patience,
    `after a fault it took ${slowest.toFixed(1)} s until a write was acknowledged`,
  );
  expect(
    !drill.everyCallMustEndWell || givenUp === 0,
    `${givenUp} calls failed in spite of all that the client tried`,
  );
  return problems;
}
