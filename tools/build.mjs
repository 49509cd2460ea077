// Builds what changed, for the tools that run the built service. Calls `tsc -b` directly, which is faster than Nx and keeps
// unchanged files of a running service. `npm test` checks the types, so that the first start is faster.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fail, root } from './command-line.mjs';

const run = (script, ...parameters) =>
  promisify(execFile)(process.execPath, [join(root, 'node_modules', script), ...parameters], { cwd: root });

/** The console needs no built library, so both are built at the same time. */
export async function build({ withConsole = false } = {}) {
  try {
    await Promise.all([
      run('@typescript/native/bin/tsc', '-b', '--noCheck', root),
      ...(withConsole ? [run('nx/dist/bin/nx.js', 'run', 'console:build', '--outputStyle=static')] : []),
    ]);
  } catch (error) {
    fail(`the build failed.\n${error.stdout}${error.stderr}`);
  }
}
