// `npm run planted-bugs`: applies known bugs one by one to a copy of the work tree and checks that the tests catch each.
// Runs the named bugs, or all of them; `--list` prints the names.
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
if (unknown !== undefined) fail(`unknown planted bug: ${unknown}. List them with --list.`);
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
  const control = await findControlFailure(copy);
  if (control !== undefined) console.log(`NOT READY  without a planted bug, ${control}`);
  for (const bug of control === undefined ? chosen : []) {
    const seconds = secondsSince(performance.now());
    const passing = await findPassingTests(copy, bug);
    if (passing.length > 0) survived.push(bug.name);
    const verdict = passing.length === 0 ? 'caught  ' : `SURVIVED ${passing.join(' and ')}`;
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

/** The tests must pass without a bug, or a failure would prove nothing. */
async function findControlFailure(copy) {
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
  return failed?.fullName ?? suites.find(({ status }) => status === 'failed')?.message ?? 'no test ran';
}

/** The tests that should have caught the bug and passed. */
async function findPassingTests(copy, bug) {
  const { tier, specs, isSimulated = false } = bug.caughtBy;
  const removeBug = copy.plant(bug);
  try {
    const passing = [];
    if (tier !== undefined) {
      const report = await runSpecs(copy, tier, specs);
      // A spec file that does not load is not a failed test.
      if (!(report?.numFailedTests > 0)) passing.push(`the ${tier} tests`);
    }
    if (isSimulated && (await simulate(copy)) !== 1) passing.push('the simulation');
    return passing;
  } finally {
    removeBug();
  }
}

async function runSpecs(copy, tier, pattern) {
  const outputFile = join(copy.root, '.cache/planted-bugs.json');
  rmSync(outputFile, { force: true });
  const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const jest = join(copy.root, 'node_modules/jest/bin/jest.js');
  // Specs with a database also run the built files. Type errors caused by the bug are ignored.
  if (tier !== 'unit')
    await runSilently(copy, [join(copy.root, 'node_modules/@typescript/native/bin/tsc'), '-b']);
  // A bug can make a test hang.
  const timeout = tier === 'unit' ? ['--testTimeout=20000'] : [];
  const args = [`--selectProjects=${tier}`, ...timeout, '--silent', '--json', `--outputFile=${outputFile}`];
  await runSilently(copy, [...options, jest, ...args, '--testPathPatterns', pattern]);
  try {
    return JSON.parse(readFileSync(outputFile, 'utf8'));
  } catch {
    return undefined;
  }
}

function simulate(copy) {
  return runSilently(copy, [join(copy.root, 'tools/simulate.mjs'), '--seed=1', '--histories=2000']);
}

function runSilently(copy, args) {
  return run(process.execPath, args, { cwd: copy.root, stdio: 'ignore' });
}

function secondsSince(from) {
  return () => Math.round((performance.now() - from) / 100) / 10;
}
