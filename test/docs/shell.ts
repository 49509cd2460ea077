import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/source-tree.js';

export interface Shell {
  /** Runs the commands as if they were pasted, and returns their output. Throws if one of them fails. */
  run(commands: string): Promise<string>;
  end(): Promise<void>;
}

const DONE = '--- done ---';
const BLOCK_LIMIT_MS = 60_000;
/** A failed command, an unset variable or a failed pipe ends the session and prints the command. */
const STRICT = `set -Eeuo pipefail
trap 'echo "failed: $BASH_COMMAND" >&2' ERR
`;

/** A temporary folder with the scripts and packages of the project, so that commands work as in a clone. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'florin-docs-'));
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const { name, version, scripts } = JSON.parse(manifest) as {
    name: string;
    version: string;
    scripts: object;
  };
  const text = JSON.stringify({ name, version, scripts }).replaceAll(
    'node tools/',
    `node ${join(ROOT, 'tools')}/`,
  );
  writeFileSync(join(folder, 'package.json'), text);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** One bash session: a block can use the variables and functions of the blocks before it. */
export function openShell(environment: Readonly<Record<string, string>>): Shell {
  const folder = makeFolder();
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...environment },
    stdio: 'pipe',
  });
  const exit = once(bash, 'exit');
  let out = '';
  let errors = '';
  bash.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  bash.stdin.write(STRICT);
  let blocks = 0;

  return {
    async run(commands) {
      if (bash.exitCode !== null || bash.signalCode !== null)
        throw new Error('An earlier block ended the session.');
      const file = join(folder, `block-${++blocks}.sh`);
      writeFileSync(file, `${commands}\n`);
      out = '';
      errors = '';
      const done = new Promise<void>((resolve) => {
        bash.stdout.on('data', (chunk: Buffer) => {
          out += chunk.toString();
          if (out.includes(DONE)) resolve();
        });
      });
      const limit = setTimeout(() => bash.kill('SIGKILL'), BLOCK_LIMIT_MS);
      // From a file, so that commands do not read the following blocks as their input.
      bash.stdin.write(`source '${file}' </dev/null\necho '${DONE}'\n`);
      const isDone = await Promise.race([done.then(() => true), exit.then(() => false)]);
      clearTimeout(limit);
      bash.stdout.removeAllListeners('data');
      if (!isDone) throw new Error(`The block ended the session.\n${errors}\n${out}`);
      return out.slice(0, out.indexOf(DONE));
    },
    async end() {
      bash.stdin.end();
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}
