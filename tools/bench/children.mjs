import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../command-line.mjs';

/**
 * Runs a script of tools/ with its task on standard input and returns the JSON that it printed. Load generators run in their
 * own process, so that their CPU time and pauses do not affect the service. `closers` can end it while it runs.
 */
export function runChild(script, task, closers) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'tools', script)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const stop = () => child.kill();
    closers.push(stop);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      closers.splice(closers.indexOf(stop), 1);
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`${script} exited with ${code}.`));
    });
    child.stdin.end(JSON.stringify(task));
  });
}

/** Starts a script that prints its URL. */
export async function startServer(script, environment, closers) {
  const child = spawn(process.execPath, [join(root, 'tools/bench', script)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  closers.push(stop);
  const url = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} exited with ${code}.`)));
    child.stdout.on('data', (chunk) => resolve(/http:\S+/.exec(`${chunk}`)?.[0]));
  });
  return { url, stop };
}
