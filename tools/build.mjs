// Builds what changed, for the tools that run the built service. Calls `tsc -b` directly, which is faster than Nx and keeps
// unchanged files of a running service. `npm test` checks the types, so that the first start is faster.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fail, root } from './command-line.mjs';

const run = (script, ...parameters) =>
  promisify(execFile)(process.execPath, [join(root, 'node_modules', script), ...parameters], { cwd: root });

export async function build() {
  try {
    await run('@typescript/native/bin/tsc', '-b', '--noCheck', root);
  } catch (error) {
    fail(`the build failed.\n${error.stdout}${error.stderr}`);
  }
}
