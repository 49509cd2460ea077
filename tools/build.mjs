// Builds what changed, for the tools that run the built service. `tsc -b` is what Nx runs for each project; called
// directly it takes a fraction of a second when nothing changed, and leaves the files of a running service alone.
// Checking the types is left to `npm test`, so that the first start is quicker.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fail, root } from './command-line.mjs';

export async function build() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [tsc, '-b', '--noCheck', root]);
  } catch (error) {
    fail(`the build failed.\n${error.stdout}${error.stderr}`);
  }
}
