// What `npm run planted-bugs` runs: puts known mistakes into a copy of the tree, one by one, and shows that the tests
// notice each. Without names it takes them all; `--list` only tells which there are. The work tree is left alone.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { fail, readArguments, root, run } from './command-line.mjs';
import { TreeCopy } from './planted-bugs/copy.mjs';
import { PLANTED_BUGS } from './planted-bugs/list.mjs';

const { values, positionals } = readArguments({
  options: { list: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.find((name) => !PLANTED_BUGS.some((bug) => bug.name === name));
if (unknown !== undefined) fail(`there is no planted bug ${unknown}; --list tells which there are.`);
const chosen = PLANTED_BUGS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

if (values.list) for (const { name, why } of chosen) console.log(`${name}: ${why}`);
else process.exitCode = await plantAll();

async function plantAll() {
  const startedAt = performance.now();
  await build();
  const copy = new TreeCopy(root);
  process.once('exit', () => copy.remove());
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  const survived = [];
  const control = await firstComplaintOf(copy);
  if (control !== undefined) console.log(`NOT READY  without any bug ${control}`);
  for (const bug of control === undefined ? chosen : []) {
    const seconds = secondsSince(performance.now());
    const missing = await missingCatchersOf(copy, bug);
    if (missing.length > 0) survived.push(bug.name);
    const verdict = missing.length === 0 ? 'caught  ' : `SURVIVED ${missing.join(' and ')}`;
    console.log(`${verdict}  ${bug.name} (${seconds()} s): ${bug.why}`);
  }
  const ok = control === undefined && survived.length === 0;
  const caught = control === undefined ? chosen.length - survived.length : 0;
  console.log(`${caught} of ${chosen.length} planted bugs were caught.`);
  const seconds = secondsSince(startedAt)();
  console.log(
    JSON.stringify({ ok, bugs: chosen.length, caught, survived, control: control ?? null, seconds }),
  );
  return ok ? 0 : 1;
}

/** All the tests that are to catch something have to pass first, or their failing would show nothing. */
async function firstComplaintOf(copy) {
  for (const tier of ['unit', 'int', 'e2e', 'deep']) {
    const patterns = chosen
      .filter(({ caughtBy }) => caughtBy.tier === tier)
      .map(({ caughtBy }) => caughtBy.specs);
    if (patterns.length === 0) continue;
    const report = await runSpecs(copy, tier, patterns.map((pattern) => `(${pattern})`).join('|'));
    if (!(report?.success && report.numPassedTests > 0))
      return `the ${tier} tests fail: ${failureIn(report)}`;
  }
  const simulated = chosen.some(({ caughtBy }) => caughtBy.isSimulated);
  return simulated && (await simulate(copy)) !== 0 ? 'the simulation fails' : undefined;
}

function failureIn(report) {
  const suites = report?.testResults ?? [];
  const tests = suites.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.find(({ status }) => status === 'failed');
  return failed?.fullName ?? suites.find(({ status }) => status === 'failed')?.message ?? 'none has run';
}

/** Those of the tests named for the bug that did not notice it. */
async function missingCatchersOf(copy, bug) {
  const { tier, specs, isSimulated = false } = bug.caughtBy;
  const takeOut = copy.plant(bug);
  try {
    const missing = [];
    if (tier !== undefined) {
      const report = await runSpecs(copy, tier, specs);
      // Only a test that ran and failed has noticed something; a file that no longer loads has not.
      if (!(report?.numFailedTests > 0)) missing.push(`the ${tier} tests`);
    }
    if (isSimulated && (await simulate(copy)) !== 1) missing.push('the simulation');
    return missing;
  } finally {
    takeOut();
  }
}

async function runSpecs(copy, tier, pattern) {
  const outputFile = join(copy.root, '.cache/planted-bugs.json');
  rmSync(outputFile, { force: true });
  const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const jest = join(copy.root, 'node_modules/jest/bin/jest.js');
  // Specs with a database also run what is built. A planted bug may break a type, which does not matter here.
  if (tier !== 'unit') await quietly(copy, [join(copy.root, 'node_modules/typescript/bin/tsc'), '-b']);
  // A bug may well make a test wait for ever; a unit test has no reason to wait at all.
  const patience = tier === 'unit' ? ['--testTimeout=20000'] : [];
  const args = [`--selectProjects=${tier}`, ...patience, '--silent', '--json', `--outputFile=${outputFile}`];
  await quietly(copy, [...options, jest, ...args, '--testPathPatterns', pattern]);
  try {
    return JSON.parse(readFileSync(outputFile, 'utf8'));
  } catch {
    return undefined;
  }
}

function simulate(copy) {
  return quietly(copy, [join(copy.root, 'tools/simulate.mjs'), '--seed=1', '--histories=2000']);
}

function quietly(copy, args) {
  return run(process.execPath, args, { cwd: copy.root, stdio: 'ignore' });
}

function secondsSince(from) {
  return () => Math.round((performance.now() - from) / 100) / 10;
}
