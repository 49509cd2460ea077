// `npm run overload` finds the best rate of creates at 256 connections, then has four times as many callers
// in a closed loop, then sends twice the best rate in an open loop, and reports the results of the requests; then the
// effect of twenty concurrent logins on creates. Exits with 1 if a figure misses its limit. `--seconds N` sets the duration of
// each overload, `--processes N` the number of processes (one by default).
import { build } from './build.mjs';
import { fail, readArguments } from './command-line.mjs';

const ACCOUNTS = 200;
const CONNECTIONS = 256;
const TIMES_CALLERS = 4;
const TIMES_RATE = 2;
const SOCKETS = 2_048;
const WINDOW_MS = 250;
const LOGINS = 20;
const MEBIBYTE = 1024 * 1024;
/** Until V8 has compiled the hot code. */
const WARM_UP_SECONDS = 15;

const { values } = readArguments({
  options: {
    seconds: { type: 'string', default: '30' },
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
const { default: pg } = await import('pg');
const { createRequests } = await import('./bench/requests.mjs');
const { reportFigures } = await import('./load/figures.mjs');
const { LoadEnvironment } = await import('./load/load-environment.mjs');
const { Liveness } = await import('./load/liveness.mjs');
const { Memory } = await import('./load/memory.mjs');

const log = (message) => process.stderr.write(`florin: ${message}\n`);
log('starting PostgreSQL, opening accounts');
const environment = await LoadEnvironment.start(ACCOUNTS);
let isMissed = false;
try {
  const figures = [...overloadFigures(await overload()), ...(await loginFigures())];
  isMissed = reportFigures('overload', figures, { seconds, processes });
} finally {
  await environment.close();
}
process.exit(isMissed ? 1 : 0);

/** All loads on one service, one after the other. */
async function overload() {
  const service = await environment.startService({ processes });
  const { url } = service;
  const requests = createRequests(await environment.callers(url));
  const task = { url, requests, expect: '201', connections: CONNECTIONS, seconds: calmSeconds };
  const manyCallers = { ...task, connections: CONNECTIONS * TIMES_CALLERS, seconds, warmUpSeconds: 1 };
  const runOpenLoop = (rate, duration) =>
    environment.run('open-loop.mjs', {
      url,
      requests,
      rate,
      seconds: duration,
      sockets: SOCKETS,
      windowMs: WINDOW_MS,
    });

  log(`finding the best rate with ${processes} process(es) at ${CONNECTIONS} connections`);
  const first = await environment.run('closed-loop.mjs', { ...task, warmUpSeconds: WARM_UP_SECONDS });
  log(`${TIMES_CALLERS} times as many callers for ${seconds} s`);
  const closedLoop = await environment.run('closed-loop.mjs', manyCallers);
  // Measured before and after, because other programs may change the speed of the machine.
  const second = await environment.run('closed-loop.mjs', { ...task, warmUpSeconds: 1 });
  const best = Math.max(first.perSecond, second.perSecond);
  log(`best rate: ${best.toFixed(0)} per second; measuring half of it for comparison`);
  const before = await runOpenLoop(best / 2, calmSeconds);
  log(`${TIMES_RATE} times the best rate for ${seconds} s`);
  const [liveness, memory, rowsBefore] = [new Liveness(url), new Memory(url), await transactions()];
  const openLoop = await runOpenLoop(best * TIMES_RATE, seconds);
  const [live, mostBytes, rows] = [liveness.end(), await memory.end(), (await transactions()) - rowsBefore];
  log('half of it again');
  const after = await runOpenLoop(best / 2, Math.max(6, calmSeconds));
  const crashes = service.isRunning() ? 0 : 1;
  await service.stop();
  if (openLoop.wrong > 0) log(`unexpected responses: ${openLoop.wrong}, such as ${openLoop.example}`);
  return {
    best,
    closedLoop,
    openLoop,
    live,
    mostBytes,
    rows,
    crashes,
    recovered: recoverySeconds(after.windows, before),
  };
}

/** Counted in the database: every create with a 201 must exist. */
async function transactions() {
  const client = new pg.Client({ connectionString: environment.databaseUrl });
  await client.connect();
  const { rows } = await client.query('SELECT count(*)::int AS count FROM transactions');
  await client.end();
  return rows[0].count;
}

function overloadFigures({ best, closedLoop, openLoop, live, mostBytes, rows, crashes, recovered }) {
  return [
    { name: `best rate, ${CONNECTIONS} connections`, value: best, unit: 'per second' },
    {
      name: `goodput of ${TIMES_CALLERS} times the callers`,
      value: closedLoop.perSecond / best,
      unit: 'times',
      least: 0.9,
      digits: 2,
    },
    { name: 'p99 of their creates', value: closedLoop.p99, unit: 'ms' },
    { name: 'rejections of them', value: closedLoop.others['503'] ?? 0, unit: 'requests' },
    {
      name: `open loop, planned ${(best * TIMES_RATE).toFixed(0)}`,
      value: openLoop.offered,
      unit: 'per second',
    },
    { name: 'goodput in the open loop', value: openLoop.goodput / best, unit: 'times', digits: 2 },
    { name: 'p99 of creates in the open loop', value: openLoop.done.p99, unit: 'ms' },
    { name: 'rejected with 503', value: openLoop.refused.count, unit: 'requests' },
    { name: 'p50 of rejections', value: openLoop.refused.p50, unit: 'ms' },
    { name: 'p99 of rejections', value: openLoop.refused.p99, unit: 'ms' },
    { name: 'rejected without Retry-After', value: openLoop.withoutRetryAfter, unit: 'requests', most: 0 },
    {
      name: 'neither created nor rejected',
      value: openLoop.lost + openLoop.wrong,
      unit: 'requests',
      most: 0,
    },
    { name: 'without a response at the end', value: openLoop.unanswered, unit: 'requests' },
    { name: 'writes lost', value: Math.max(0, openLoop.done.count - rows), unit: 'requests', most: 0 },
    { name: 'crashes', value: crashes, unit: 'times', most: 0 },
    { name: 'failed liveness', value: live.failed, unit: 'times', most: 0 },
    { name: 'slowest liveness', value: live.slowest, unit: 'ms' },
    { name: 'memory of a process (RSS)', value: mostBytes / MEBIBYTE, unit: 'MiB', most: 512 },
    { name: 'normal again after', value: recovered, unit: 's', most: 5, digits: 2 },
    { name: "load generator's longest pause", value: openLoop.longestPause, unit: 'ms' },
  ];
}

/** Start of the first second without rejections and with at most three times the usual p99. */
function recoverySeconds(windows, before) {
  const usual = Math.max(50, before.done.p99 * 3);
  const isCalm = windows.map(({ refused, p99 }) => refused === 0 && p99 <= usual);
  const windowsPerSecond = 1_000 / WINDOW_MS;
  const first = isCalm.findIndex(
    (_, index) =>
      index + windowsPerSecond <= isCalm.length &&
      isCalm.slice(index, index + windowsPerSecond).every(Boolean),
  );
  return ((first === -1 ? windows.length : first) * WINDOW_MS) / 1000;
}

async function loginFigures() {
  const service = await environment.startService({ processes, passwordCost: 10 });
  const { url } = service;
  log('creates without and with twenty concurrent logins');
  const callers = await environment.callers(url);
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
  const alone = await environment.run('closed-loop.mjs', { ...creates, warmUpSeconds: 3 });
  const [beside, loggedIn] = await Promise.all([
    environment.run('closed-loop.mjs', { ...creates, warmUpSeconds: 1.5 }),
    environment.run('closed-loop.mjs', logins),
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
    { name: 'logins', value: loggedIn.perSecond, unit: 'per second', digits: 1 },
  ];
}
