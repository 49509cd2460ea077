import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pinnedNode, root } from '../bootstrap.mjs';

/** Runs one of the scripts beside this file with its task on standard input, and answers what it printed. */
export function inChild(stage, script, task) {
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode, [join(root, 'tools/load', script)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`${script} ended with ${code}.`));
    });
    stage.onClose(() => child.kill());
    child.stdin.end(JSON.stringify(task));
  });
}
