import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/source-tree.js';

export interface Shell {
  /** Runs the commands as if they were pasted; answers what they print. Throws when one of them fails. */
  run(commands: string): Promise<string>;
  end(): Promise<void>;
}

const DONE = '--- done ---';
const BLOCK_LIMIT_MS = 60_000;
/** A command that fails, a variable that was never set, a pipe that breaks: each ends the session, and says where. */
const STRICT = `set -Eeuo pipefail
trap 'echo "failed: $BASH_COMMAND" >&2' ERR
`;

/** A folder where `npm run` does what it does in a clone, and where commands may leave files behind. */
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
  return folder;
}

/** One bash for a whole page, in which every block finds what the blocks before it have defined. */
export function openShell(environment: Readonly<Record<string, string>>, prologue = ''): Shell {
  const folder = makeFolder();
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...environment },
    stdio: 'pipe',
  });
  const exit = once(bash, 'exit');
  let out = '';
  let stderr = '';
  bash.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  bash.stdin.write(`${STRICT}${prologue}\n`);
  let blocks = 0;

  return {
    async run(commands) {
      const file = join(folder, `block-${++blocks}.sh`);
      writeFileSync(file, `${commands}\n`);
      out = '';
      stderr = '';
      const done = new Promise<void>((resolve) => {
        bash.stdout.on('data', (chunk: Buffer) => {
          out += chunk.toString();
          if (out.includes(DONE)) resolve();
        });
      });
      const limit = setTimeout(() => bash.kill('SIGKILL'), BLOCK_LIMIT_MS);
      // From a file, so that what the commands read is not the rest of the page.
      bash.stdin.write(`source '${file}' </dev/null\necho '${DONE}'\n`);
      const isDone = await Promise.race([done.then(() => true), exit.then(() => false)]);
      clearTimeout(limit);
      bash.stdout.removeAllListeners('data');
      if (!isDone) throw new Error(`The block ended the session.\n${stderr}\n${out}`);
      return out.slice(0, out.indexOf(DONE));
    },
    async end() {
      bash.stdin.end();
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}
