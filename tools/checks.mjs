// The steps of `npm test`: a check, or the specs of a tier. Each counts what passed, failed and was skipped.
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, run } from './bootstrap.mjs';

/** More files than this do not fail together because the machine stood still. */
const FEW_FILES = 3;

export const bin = (path) => join(root, 'node_modules', path);

export function check(name, script, ...args) {
  return { name, execute: async (stdio) => countSteps(await node(script, args, stdio)) };
}

/** What has one thread and needs nothing of its neighbours runs beside them, and says what it has to say at its end. */
export function besideOthers({ name, execute }) {
  const path = join(root, `.cache/check-${name.replaceAll(' ', '-')}.log`);
  const executeQuietly = async () => {
    const words = openSync(path, 'w');
    const counts = await execute(['ignore', words, words]);
    closeSync(words);
    process.stdout.write(`\n── ${name}\n${readFileSync(path, 'utf8')}`);
    return counts;
  };
  return { name, execute: executeQuietly, isBesideOthers: true };
}

/** The specs of a tier that the command line asks for: what fails, fails. */
export function someTests(tier, workers) {
  return {
    name: `${tier} tests`,
    execute: async () => (await jest(tier, workers, tier, process.argv.slice(3))).counts,
  };
}

/** All specs of a tier, or the given ones of it. */
export function allTests(tier, workers, { name = `${tier} tests`, report = tier, paths } = {}) {
  const wanted = paths === undefined ? [] : ['--runTestsByPath', ...paths];
  const execute = async () => {
    const first = await jest(tier, workers, report, wanted);
    const { failedFiles } = first;
    // Unit tests wait for nothing, so that nothing can hold them up.
    if (tier === 'unit' || failedFiles.length === 0 || failedFiles.length > FEW_FILES) return first.counts;
    return onceMore(tier, report, first);
  };
  return { name, execute };
}

/**
 * A machine that others use stands still now and then, for longer than a service, a browser or a database can wait. What
 * failed is therefore run once more, with nothing beside it, and named in the summary: what is wrong fails again.
 */
async function onceMore(tier, report, { counts, failedFiles, passedInFailed }) {
  const names = failedFiles.map((path) => relative(root, path)).join(', ');
  console.log(`\n── once more, with nothing beside it: ${names}`);
  const second = await jest(tier, 1, `${report}-again`, ['--runTestsByPath', ...failedFiles]);
  return {
    passed: counts.passed - passedInFailed + second.counts.passed,
    failed: second.counts.failed,
    skipped: counts.skipped,
    remark: `failed beside others, run once more alone: ${names}`,
  };
}

async function jest(tier, workers, report, wanted) {
  const output = join(root, `.cache/jest-${report}.json`);
  rmSync(output, { force: true });
  const args = ['--selectProjects', tier, `--maxWorkers=${workers}`, '--json', `--outputFile=${output}`];
  return outcome(await node(bin('jest/bin/jest.js'), [...args, ...wanted]), output);
}

function node(script, args, stdio = 'inherit') {
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`;
  return run(process.execPath, [script, ...args], {
    env: { ...process.env, NODE_OPTIONS, NX_DAEMON: 'false', NX_TUI: 'false' },
    stdio,
  });
}

function countSteps(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** A suite that broke before its tests ran has none to count, and a run without a report has failed as a whole. */
function outcome(code, path) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { counts: countSteps(code || 1), failedFiles: [] };
  }
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const failedFiles = report.testResults.filter(({ status }) => status === 'failed');
  return {
    counts: {
      passed: report.numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    failedFiles: failedFiles.map(({ name }) => name),
    passedInFailed: failedFiles
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length,
  };
}
