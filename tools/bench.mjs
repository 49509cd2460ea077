// What `npm run bench` runs: how many transactions a second the whole service creates over HTTP, beside a plain loop of
// one SQL transaction per payment on the same server in the same run. Machines are noisy; only what is measured side
// by side may be compared. `--seconds N` sets how long each measurement takes.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap, fail, pinnedNode, root } from './bootstrap.mjs';

await bootstrap();
const { build } = await import('./build.mjs');
const { Progress, printTable } = await import('./bench/report.mjs');
const { openBank } = await import('./bench/bank.mjs');

const ACCOUNTS = 200;
const CONNECTIONS = [64, 256];
/** One loop, payment after payment, and as many side by side as a pool usually has. */
const PLAIN_CONNECTIONS = [1, 16];
const WARM_UP_SECONDS = 1.5;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } });
const seconds = Number(values.seconds);
if (!(seconds >= 1 && seconds <= 60)) fail('--seconds must be from 1 to 60.');

const closers = [];
const close = async () => {
  for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) await closer();
};
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => close().finally(() => process.exit(130)));

try {
  await build();
  await measureAll();
} finally {
  await close();
}

async function measureAll() {
  const measurements = ['spread', 'hot'].flatMap((where) => [
    ...PLAIN_CONNECTIONS.map((connections) => ({ kind: 'plain', where, connections })),
    ...CONNECTIONS.map((connections) => ({ kind: 'http', where, connections })),
  ]);
  const progress = new Progress(measurements.length + 2);
  progress.step('starting PostgreSQL and the service, opening accounts');
  const database = await startDatabase();
  const bank = await openBank(database.url, ACCOUNTS);
  closers.push(bank.close);

  // A service that runs for days is compiled; the first seconds after a start are not what anybody would measure.
  progress.step('warming the service up');
  await overHttp({ where: 'spread', connections: 64 }, bank);

  const rows = [];
  for (const measurement of measurements) {
    progress.step(`${measurement.kind}, ${measurement.where}, ${measurement.connections} connections`);
    const row = measurement.kind === 'plain' ? plainSql : overHttp;
    rows.push({ ...measurement, ...(await row(measurement, bank, database.url)) });
  }
  progress.end();
  printTable(rows);
}

async function startDatabase() {
  const { startEmbeddedPostgres, removeEmbeddedPostgres } = await import('@florin/infrastructure/embedded');
  const dataDir = mkdtempSync(join(tmpdir(), 'florin-bench-'));
  closers.push(() => removeEmbeddedPostgres(dataDir));
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  closers.push(() => server.stop());
  return server;
}

function plainSql({ where, connections }, bank, url) {
  const accounts = bank.accountsFor(where).map(({ uuid }) => uuid);
  return inChild('plain-sql.mjs', { url, accounts, connections, seconds, warmUpSeconds: WARM_UP_SECONDS });
}

async function overHttp({ where, connections }, bank) {
  const callers = bank.accountsFor(where).map(({ id, token }) => ({ id, token }));
  const before = await bank.usage();
  const measured = await inChild('load.mjs', {
    url: bank.url,
    callers,
    connections,
    seconds,
    warmUpSeconds: WARM_UP_SECONDS,
  });
  const after = await bank.usage();
  const cpuMicroseconds = ((after.cpuSeconds - before.cpuSeconds) * 1e6) / measured.total;
  return { ...measured, cpuMicroseconds, memoryMiB: after.memoryBytes / 2 ** 20 };
}

/** Load is made in a process of its own, so that its work and its pauses are not the service's. */
function inChild(script, task) {
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode, [join(root, 'tools/bench', script)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const stop = () => child.kill();
    closers.push(stop);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      closers.splice(closers.indexOf(stop), 1);
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`${script} ended with ${code}.`));
    });
    child.stdin.end(JSON.stringify(task));
  });
}
