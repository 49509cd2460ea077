// What `npm run overload` runs. It finds the best rate of creates at 256 connections, then has four times as many callers
// in a closed loop, then sends twice the best rate in an open loop, and reports what became of the requests; then what
// twenty logins at once do to creates. Exits with 1 when an aim is missed. `--seconds N` sets how long each overload
// lasts, `--processes N` the number of processes (one by default).
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
/** Until V8 has compiled the code that runs often. */
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
const { LoadEnvironment } = await import('./load/load-environment.mjs');
const { Liveness } = await import('./load/liveness.mjs');
const { Memory } = await import('./load/memory.mjs');

const say = (words) => process.stderr.write(`florin: ${words}\n`);
say('starting PostgreSQL, opening accounts');
const stage = await LoadEnvironment.set(ACCOUNTS);
let isMissed = false;
try {
  const figures = [...overloadFigures(await overload()), ...(await loginFigures())];
  isMissed = report(figures);
} finally {
  await stage.close();
}
process.exit(isMissed ? 1 : 0);

/** All loads on one service, one after the other. */
async function overload() {
  const service = await stage.startService({ processes });
  const { url } = service;
  const requests = createRequests(await stage.callers(url));
  const circle = { url, requests, expect: '201', connections: CONNECTIONS, seconds: calmSeconds };
  const callers = { ...circle, connections: CONNECTIONS * TIMES_CALLERS, seconds, warmUpSeconds: 1 };
  const arrive = (rate, length) =>
    stage.run('arrivals.mjs', {
      url,
      requests,
      rate,
      seconds: length,
      sockets: SOCKETS,
      windowMs: WINDOW_MS,
    });

  say(`finding the best rate with ${processes} process(es) at ${CONNECTIONS} connections`);
  const first = await stage.run('circles.mjs', { ...circle, warmUpSeconds: WARM_UP_SECONDS });
  say(`${TIMES_CALLERS} times as many callers for ${seconds} s`);
  const crowd = await stage.run('circles.mjs', callers);
  // On both sides of the crowd: other programs may have made the machine slower or faster.
  const second = await stage.run('circles.mjs', { ...circle, warmUpSeconds: 1 });
  const best = Math.max(first.perSecond, second.perSecond);
  say(`best: ${best.toFixed(0)} a second; half of it, for comparison`);
  const before = await arrive(best / 2, calmSeconds);
  say(`${TIMES_RATE} times the best rate for ${seconds} s`);
  const [liveness, memory, rowsBefore] = [new Liveness(url), new Memory(url), await transactions()];
  const flood = await arrive(best * TIMES_RATE, seconds);
  const [live, mostBytes, rows] = [liveness.end(), await memory.end(), (await transactions()) - rowsBefore];
  say('half of it again');
  const after = await arrive(best / 2, Math.max(6, calmSeconds));
  const crashes = service.isRunning() ? 0 : 1;
  await service.stop();
  if (flood.wrong > 0) say(`unexpected responses: ${flood.wrong}, such as ${flood.example}`);
  return {
    best,
    crowd,
    flood,
    live,
    mostBytes,
    rows,
    crashes,
    recovered: recoverySeconds(after.windows, before),
  };
}

/** Read from the database: a create that was answered with 201 has to be there. */
async function transactions() {
  const client = new pg.Client({ connectionString: stage.databaseUrl });
  await client.connect();
  const { rows } = await client.query('SELECT count(*)::int AS count FROM transactions');
  await client.end();
  return rows[0].count;
}

function overloadFigures({ best, crowd, flood, live, mostBytes, rows, crashes, recovered }) {
  return [
    { name: `best rate, ${CONNECTIONS} connections`, value: best, unit: 'a second' },
    {
      name: `goodput of ${TIMES_CALLERS} times the callers`,
      value: crowd.perSecond / best,
      unit: 'times',
      least: 0.9,
      digits: 2,
    },
    { name: 'p99 of their creates', value: crowd.p99, unit: 'ms' },
    { name: 'rejections of them', value: crowd.others['503'] ?? 0, unit: 'requests' },
    { name: `flood, planned ${(best * TIMES_RATE).toFixed(0)}`, value: flood.offered, unit: 'a second' },
    { name: 'goodput in the flood', value: flood.goodput / best, unit: 'times', digits: 2 },
    { name: 'p99 of creates in the flood', value: flood.done.p99, unit: 'ms' },
    { name: 'rejected with 503', value: flood.refused.count, unit: 'requests' },
    { name: 'p50 of rejections', value: flood.refused.p50, unit: 'ms' },
    { name: 'p99 of rejections', value: flood.refused.p99, unit: 'ms' },
    { name: 'rejected without Retry-After', value: flood.withoutRetryAfter, unit: 'requests', most: 0 },
    { name: 'neither created nor rejected', value: flood.lost + flood.wrong, unit: 'requests', most: 0 },
    { name: 'not answered at the end', value: flood.unanswered, unit: 'requests' },
    { name: 'writes lost', value: Math.max(0, flood.done.count - rows), unit: 'requests', most: 0 },
    { name: 'crashes', value: crashes, unit: 'times', most: 0 },
    { name: 'failed liveness', value: live.failed, unit: 'times', most: 0 },
    { name: 'slowest liveness', value: live.slowest, unit: 'ms' },
    { name: 'memory of a process (RSS)', value: mostBytes / MEBIBYTE, unit: 'MiB', most: 512 },
    { name: 'normal again after', value: recovered, unit: 's', most: 5, digits: 2 },
    { name: "load generator's longest pause", value: flood.longestPause, unit: 'ms' },
  ];
}

/** When a second began without rejections and with at most three times the usual p99. */
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
