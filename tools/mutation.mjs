// `npm run mutation`: mutation tests of the domain libraries with Stryker. `npm run mutation -- ledger payments` runs some of
// them, `--incremental` only what has changed since the last run, `--concurrency N` more mutants at a time.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fail, readArguments, root } from './command-line.mjs';
import { folder, REQUIRED_SCORE, strykerOptions } from './mutation/stryker-options.mjs';

const LIBRARIES = ['kernel', 'identity', 'accounts', 'ledger', 'payments', 'webhooks'];

const { values, positionals } = commandLine();
const libraries = positionals.length > 0 ? positionals : LIBRARIES;
const unknown = libraries.find((library) => !LIBRARIES.includes(library));
if (unknown !== undefined) fail(`unknown domain library: ${unknown}. Use ${LIBRARIES.join(', ')}.`);
const concurrency = Number(values.concurrency);
if (!Number.isInteger(concurrency) || concurrency < 1) fail('--concurrency must be a whole number from 1.');

process.chdir(root);
const scores = {};
for (const library of libraries) {
  scores[library] = await mutate(library);
  saveSummary(library, scores[library]);
}

const passed = Object.values(scores).every(({ score }) => score >= REQUIRED_SCORE);
for (const [library, result] of Object.entries(scores)) console.log(describe(library, result));
console.log(JSON.stringify({ mutation: scores, required: REQUIRED_SCORE, passed }));
process.exitCode = passed ? 0 : 1;

function commandLine() {
  const options = {
    incremental: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
  };
  return readArguments({ options, allowPositionals: true });
}

async function mutate(library) {
  const options = strykerOptions(library, { concurrency, incremental: values.incremental });
  // An interrupted run leaves its sandbox behind.
  rmSync(join(root, options.tempDirName), { recursive: true, force: true });
  process.env.MUTATED_LIBRARY = library;
  const { Stryker } = await import('@stryker-mutator/core');
  const startedAt = performance.now();
  const mutants = await new Stryker(options).runMutationTest();
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const survived = count('Survived', 'NoCoverage');
  return {
    score: Math.floor((10_000 * noticed) / (noticed + survived)) / 100,
    noticed,
    survived,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}

/** The summary contains the last result of each library. */
function saveSummary(library, result) {
  const path = join(root, folder, 'summary.json');
  const before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const summary = { ...before, [library]: { ...result, measuredAt: new Date().toISOString() } };
  writeFileSync(path, `${JSON.stringify(summary, null, 2)}\n`);
}

function describe(library, { score, noticed, survived, seconds }) {
  const verdict = score >= REQUIRED_SCORE ? 'ok    ' : 'FAILED';
  return `${verdict} ${library}: ${score} % of ${noticed + survived} mutants killed, ${survived} survived (${seconds} s)`;
}
