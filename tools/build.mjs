// Builds all projects with Nx, for the tools that run what is built. Nx skips the projects that have not changed.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fail, root } from './command-line.mjs';

export async function build() {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  try {
    await promisify(execFile)(process.execPath, [nx, 'run-many', '-t', 'build'], { cwd: root });
  } catch (error) {
    // Standard output belongs to the tool, which a program may read.
    fail(`the build failed.\n${error.stdout}${error.stderr}`);
  }
}
