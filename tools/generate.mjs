// `npm run generate`: fills the database of DATABASE_URL or DATA_DIR with accounts and transactions, for performance tests.
// `--count N`, `--accounts N`, `--days N`, `--seed N`.
import { randomBytes } from 'node:crypto';
import { build } from './build.mjs';
import { fail, readArguments } from './command-line.mjs';

const { values } = readArguments({
  options: {
    count: { type: 'string', default: '1000000' },
    accounts: { type: 'string', default: '200' },
    days: { type: 'string', default: '180' },
    seed: { type: 'string', default: '1' },
  },
});
const count = wholeNumber('count', 50_000_000);
const accounts = wholeNumber('accounts', 10_000);
const days = wholeNumber('days', 3_650);
const seed = wholeNumber('seed', 2 ** 32 - 1);
const { DATABASE_URL, DATA_DIR } = process.env;
// No default, so that the data of `npm start` is not filled by accident.
if (!DATABASE_URL && !DATA_DIR) fail('set DATABASE_URL or DATA_DIR to the database to fill.');

await build();
const server = DATABASE_URL ? { url: DATABASE_URL, stop: async () => {} } : await startEmbedded();
try {
  await fill(server.url);
} finally {
  await server.stop();
}

async function startEmbedded() {
  const { startEmbeddedPostgres } = await import('@florin/infrastructure/embedded');
  return startEmbeddedPostgres({ dataDir: DATA_DIR, log: (line) => console.log(`florin: ${line}`) });
}

async function fill(url) {
  const { migrate } = await import('@florin/infrastructure');
  const { openAccounts } = await import('./bench/accounts.mjs');
  const { generateTransactions } = await import('./bench/generate.mjs');
  await migrate(url);
  const startedAt = performance.now();
  const uuids = await openAccounts(url, accounts, { days, password: randomBytes(16).toString('hex') });
  let reportedPercent = 0;
  const onProgress = (done) => {
    const percent = Math.floor((done / count) * 100);
    if (percent < reportedPercent + 5) return;
    reportedPercent = percent;
    process.stderr.write(`florin: ${percent} % of the rows loaded\n`);
  };
  await generateTransactions(url, uuids, count, { days, seed, onProgress });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`florin: ${count} transactions over ${accounts} accounts in ${seconds.toFixed(1)} s`);
  console.log(JSON.stringify({ transactions: count, accounts, seconds: Number(seconds.toFixed(1)) }));
}

function wholeNumber(name, most) {
  const text = values[name];
  if (!/^\d{1,10}$/.test(text) || Number(text) < 1 || Number(text) > most)
    fail(`--${name} must be a whole number from 1 to ${most}.`);
  return Number(text);
}
