// What `npm test` runs: every check there is, or one tier of them (lint, types, unit, int, e2e).
// The last line counts each test and each check: `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bootstrap, fail, root, run } from './bootstrap.mjs';

const cores = availableParallelism();
const bin = (path) => join(root, 'node_modules', path);

const tiers = {
  lint: [
    // ESLint's module boundaries need Nx's project graph and are skipped without it, hence this order.
    check('project graph', bin('nx/dist/bin/nx.js'), 'show', 'projects'),
    check('walls between the libraries', join(root, 'tools/check-walls.mjs')),
    check('format', bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'),
    check('lint', bin('eslint/bin/eslint.js'), '--max-warnings=0', '.'),
  ],
  types: [check('types', bin('typescript/bin/tsc'), '-p', 'tsconfig.json')],
  unit: [tests('unit', cores)],
  int: [tests('int', cores)],
  // End-to-end tests measure how long answers take, so they get room.
  e2e: [tests('e2e', Math.ceil(cores / 2))],
};

function check(name, script, ...args) {
  return { name, execute: async () => countSteps(await node(script, args)) };
}

function tests(tier, workers) {
  const report = join(root, `.cache/jest-${tier}.json`);
  const args = ['--selectProjects', tier, `--maxWorkers=${workers}`, '--json', `--outputFile=${report}`];
  const execute = async () => {
    rmSync(report, { force: true });
    const code = await node(bin('jest/bin/jest.js'), [...args, ...process.argv.slice(3)]);
    return countTests(code, report);
  };
  return { name: `${tier} tests`, execute };
}

function node(script, args) {
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`;
  return run(process.execPath, [script, ...args], {
    env: { ...process.env, NODE_OPTIONS, NX_DAEMON: 'false', NX_TUI: 'false' },
  });
}

function countSteps(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** A suite that broke before its tests ran has none to count, and a run without a report has failed as a whole. */
function countTests(code, path) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return countSteps(code || 1);
  }
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

async function runTiers(names) {
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (interrupted = true));
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  for (const { name, execute } of names.flatMap((tier) => tiers[tier])) {
    console.log(`\n── ${name}`);
    const startedAt = performance.now();
    const counts = await execute();
    if (interrupted) fail('interrupted.');
    for (const key of Object.keys(total)) total[key] += counts[key];
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    lines.push(`${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${describe(counts)} (${seconds} s)`);
  }
  console.log(`\n── summary\n${lines.join('\n')}\n${describe(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const [tier = 'all'] = process.argv.slice(2);
if (tier !== 'all' && !(tier in tiers))
  fail(`there is no tier ${tier}; choose one of ${Object.keys(tiers).join(', ')}.`);
await bootstrap();
mkdirSync(join(root, '.cache'), { recursive: true });
await runTiers(tier === 'all' ? Object.keys(tiers) : [tier]);
