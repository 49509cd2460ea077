// What `npm run overload` runs: finds the best rate of creates at 256 connections, puts a little more and then four times
// as many on the service for a minute, then four times as many callers who wait for their answers, and says what became
// of them; then what twenty logins at once do to creates. Exits with 1 when a figure is missed. `--seconds N` sets how
// long the overload lasts, `--processes N` how many processes the service has: one, unless said otherwise, as it has by
// itself.
import { bootstrap, fail, readArguments } from './bootstrap.mjs';

await bootstrap();
const { build } = await import('./build.mjs');

const ACCOUNTS = 200;
const CONNECTIONS = 256;
const TIMES = 4;
const A_LITTLE_MORE = 1.25;
const SOCKETS = 2_048;
const WINDOW_MS = 250;
const LOGINS = 20;
/** A process that has just started gets faster for so long: what it does often is compiled, and compiled again. */
const WARM_UP_SECONDS = 15;

const { values } = readArguments({
  options: {
    seconds: { type: 'string', default: '60' },
    processes: { type: 'string', default: '1' },
  },
});
const seconds = Number(values.seconds);
const processes = Number(values.processes);
if (!(seconds >= 2 && seconds <= 600)) fail('--seconds must be from 2 to 600.');
if (!Number.isInteger(processes) || processes < 1 || processes > 32)
  fail('--processes must be from 1 to 32.');
const calmSeconds = Math.min(8, Math.max(2, seconds / 4));

await build();
const { createRequests } = await import('./bench/requests.mjs');
const { Stage } = await import('./load/stage.mjs');
const { Liveness } = await import('./load/liveness.mjs');

const say = (words) => process.stderr.write(`florin: ${words}\n`);
say('starting PostgreSQL, opening accounts');
const stage = await Stage.set(ACCOUNTS);
let isMissed = false;
try {
  const figures = [...overloadFigures(await overload()), ...(await loginFigures())];
  isMissed = report(figures);
} finally {
  await stage.close();
}
process.exit(isMissed ? 1 : 0);

/** All that is put on one service, one after the other, and what came of each. */
async function overload() {
  const service = await stage.startService({ processes });
  const { url } = service;
  const requests = createRequests(await stage.callers(url));
  const circle = { url, requests, expect: '201', connections: CONNECTIONS, seconds: calmSeconds };
  const arrive = (rate, length) =>
    stage.run('arrivals.mjs', {
      url,
      requests,
      rate,
      seconds: length,
      sockets: SOCKETS,
      windowMs: WINDOW_MS,
    });

  say(
    `finding the best rate of ${processes === 1 ? 'one process' : `${processes} processes`} at ${CONNECTIONS} connections`,
  );
  const first = await stage.run('circles.mjs', { ...circle, warmUpSeconds: WARM_UP_SECONDS });
  const calm = await spent(url, () => stage.run('circles.mjs', { ...circle, warmUpSeconds: 0 }));
  const second = calm.result;
  const best = Math.max(first.perSecond, second.perSecond);
  say(`best: ${best.toFixed(0)} a second; now half of it, for comparison`);
  const before = await arrive(best / 2, calmSeconds);
  say(`now ${A_LITTLE_MORE} times the best`);
  const somewhat = await arrive(best * A_LITTLE_MORE, calmSeconds);
  say(`now ${TIMES} times the best for ${seconds} s`);
  const liveness = new Liveness(url);
  const flood = await spent(url, () => arrive(best * TIMES, seconds));
  const swamped = flood.result;
  const live = liveness.end();
  say('half of it again');
  const after = await arrive(best / 2, Math.max(6, calmSeconds));
  // A machine that others use too may have become slower, or faster, since the best was found.
  const again = await stage.run('circles.mjs', { ...circle, warmUpSeconds: 1 });
  say(`now ${TIMES} times as many callers for ${seconds} s`);
  const callers = { ...circle, connections: CONNECTIONS * TIMES, seconds, warmUpSeconds: 1 };
  const crowd = await stage.run('circles.mjs', callers);
  await service.stop();
  if (swamped.wrong > 0) say(`answers that nobody expected: ${swamped.wrong}, such as ${swamped.example}`);

  const recovered = recoverySeconds(after.windows, before);
  const createCost = calm.cpuMicroseconds / (second.perSecond * calmSeconds);
  const refusalCost = (flood.cpuMicroseconds - swamped.done.count * createCost) / swamped.refused.count;
  return { best, somewhat, swamped, live, again, crowd, recovered, createCost, refusalCost };
}

function overloadFigures({
  best,
  somewhat,
  swamped,
  live,
  again,
  crowd,
  recovered,
  createCost,
  refusalCost,
}) {
  return [
    { name: `best rate, ${CONNECTIONS} connections`, value: best, unit: 'a second' },
    { name: `offered, planned ${(best * TIMES).toFixed(0)}`, value: swamped.offered, unit: 'a second' },
    { name: 'goodput under overload', value: swamped.goodput, unit: 'a second' },
    { name: 'goodput of the best', value: swamped.goodput / best, unit: 'times', least: 0.8, digits: 2 },
    { name: 'best rate again, after it', value: again.perSecond, unit: 'a second' },
    { name: 'goodput of that best', value: swamped.goodput / again.perSecond, unit: 'times', digits: 2 },
    { name: 'CPU a create, at its best', value: createCost, unit: 'µs' },
    { name: 'CPU a refusal', value: refusalCost, unit: 'µs', digits: 1 },
    { name: 'refused with 503', value: swamped.refused.count, unit: 'requests' },
    { name: 'refused without Retry-After', value: swamped.withoutRetryAfter, unit: 'requests', most: 0 },
    { name: 'p99 of refusals', value: swamped.refused.p99, unit: 'ms', most: 100 },
    {
      name: 'late refusals, of the first second',
      value: lateIn(swamped.windows.slice(0, 1_000 / WINDOW_MS)),
      unit: 'requests',
    },
    {
      name: 'late refusals, of all after it',
      value: lateIn(swamped.windows.slice(1_000 / WINDOW_MS)),
      unit: 'requests',
    },
    { name: 'p50 of refusals', value: swamped.refused.p50, unit: 'ms' },
    { name: 'p50 of accepted', value: swamped.done.p50, unit: 'ms' },
    { name: 'p99 of accepted', value: swamped.done.p99, unit: 'ms', most: 1_000 },
    { name: 'slowest liveness', value: live.slowest, unit: 'ms', most: 250 },
    { name: 'failed liveness', value: live.failed, unit: 'times', most: 0 },
    {
      name: 'lost, unanswered or wrong',
      value: swamped.lost + swamped.unanswered + swamped.wrong,
      unit: 'requests',
      most: 0,
    },
    { name: 'normal again after', value: recovered, unit: 's', most: 5, digits: 2 },
    { name: "load generator's longest pause", value: swamped.longestPause, unit: 'ms' },
    {
      name: `goodput at ${A_LITTLE_MORE} times the best`,
      value: somewhat.goodput / best,
      unit: 'times',
      digits: 2,
    },
    {
      name: `goodput of ${TIMES} times the callers`,
      value: crowd.perSecond / best,
      unit: 'times',
      digits: 2,
    },
    { name: 'p99 of what they had done', value: crowd.p99, unit: 'ms', most: 1_000 },
    { name: 'refusals to them', value: crowd.others['503'] ?? 0, unit: 'requests' },
  ];
}

/** What something took of the service's processor time, besides what it answers. */
async function spent(url, work) {
  const before = await cpuMicroseconds(url);
  const result = await work();
  return { result, cpuMicroseconds: (await cpuMicroseconds(url)) - before };
}

async function cpuMicroseconds(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = text.matchAll(/^process_cpu_seconds_total(?:\{[^}]*\})? (\S+)$/gm);
  return [...found].reduce((sum, [, value]) => sum + Number(value) * 1e6, 0);
}

function lateIn(windows) {
  return windows.reduce((sum, { late }) => sum + late, 0);
}

/** When a second began in which nobody was refused, or waited three times as long as usual. */
function recoverySeconds(windows, before) {
  const usual = Math.max(50, before.done.p99 * 3);
  const isCalm = windows.map(({ refused, p99 }) => refused === 0 && p99 <= usual);
  const inSecond = 1_000 / WINDOW_MS;
  const first = isCalm.findIndex(
    (_, index) => index + inSecond <= isCalm.length && isCalm.slice(index, index + inSecond).every(Boolean),
  );
  return ((first === -1 ? windows.length : first) * WINDOW_MS) / 1000;
}

async function loginFigures() {
  const service = await stage.startService({ processes, passwordCost: 10 });
  const { url } = service;
  say('creates without and with twenty logins at once');
  const callers = await stage.callers(url);
  const creates = {
    url,
    requests: createRequests(callers),
    expect: '201',
    connections: 16,
    seconds: calmSeconds,
  };
  const logins = {
    url,
    requests: callers
      .slice(0, LOGINS)
      .map(({ credentials: body }) => ({ method: 'POST', path: '/v1/auth/login', body })),
    expect: '200',
    connections: LOGINS,
    warmUpSeconds: 1,
    seconds: calmSeconds + 1,
  };
  const alone = await stage.run('circles.mjs', { ...creates, warmUpSeconds: 3 });
  const [beside, loggedIn] = await Promise.all([
    stage.run('circles.mjs', { ...creates, warmUpSeconds: 1.5 }),
    stage.run('circles.mjs', logins),
  ]);
  await service.stop();
  return [
    { name: 'p99 of creates alone', value: alone.p99, unit: 'ms' },
    { name: `p99 beside ${LOGINS} logins`, value: beside.p99, unit: 'ms' },
    {
      name: 'p99 beside logins, times alone',
      value: beside.p99 / alone.p99,
      unit: 'times',
      most: 2,
      digits: 2,
    },
    { name: 'logins', value: loggedIn.perSecond, unit: 'a second', digits: 1 },
  ];
}

/** Prints a table and one line for machines; answers whether a figure is missed. */
function report(figures) {
  const isOff = ({ value, least = -Infinity, most = Infinity }) => !(value >= least && value <= most);
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const figure of figures) {
    const { name, value, unit, least, most, digits = 0 } = figure;
    const bound = least === undefined ? (most === undefined ? '' : `at most ${most}`) : `at least ${least}`;
    const verdict = bound === '' ? '' : isOff(figure) ? 'MISSED' : 'ok';
    console.log(
      `${name.padEnd(width)}  ${value.toFixed(digits).padStart(9)} ${unit.padEnd(9)}  ${bound.padEnd(13)} ${verdict}`.trimEnd(),
    );
  }
  const missed = figures.filter(isOff);
  console.log(
    `overload: ${missed.length === 0 ? 'every figure is met' : `${missed.length} figures are missed`}`,
  );
  const facts = figures.map(({ name, value, least, most }) => ({
    name,
    value: Number(value.toFixed(3)),
    least,
    most,
  }));
  console.log(JSON.stringify({ passed: missed.length === 0, seconds, processes, figures: facts }));
  return missed.length > 0;
}
