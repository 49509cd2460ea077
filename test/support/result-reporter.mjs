// A Jest reporter that stores the number of tests and the duration of each file, as the output of the Nx task that runs
// Jest. `tools/test-summary.mjs` reads them. Without Nx it does nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

export default class ResultReporter {
  onRunComplete(_, results) {
    const { NX_TASK_TARGET_PROJECT: project, NX_TASK_TARGET_TARGET: target } = process.env;
    if (project === undefined || target === undefined) return;
    const summary = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      files: results.testResults.map(({ testFilePath, perfStats }) => ({
        path: relative(root, testFilePath).replaceAll('\\', '/'),
        seconds: Math.round(perfStats.runtime / 100) / 10,
      })),
    };
    const folder = join(root, 'test-results', project);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${target.replace(':', '-')}.json`), JSON.stringify(summary, undefined, 1));
  }
}
