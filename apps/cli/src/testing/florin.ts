import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '@florin/infrastructure';
import { runFlorin } from '../cli.js';
import type { Input, Output, Terminal } from '../terminal.js';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly environment?: Environment;
  readonly input?: string;
  /** Keys to type when a question is on the screen. */
  readonly typed?: readonly (readonly [question: string, keys: string])[];
  readonly signal?: AbortSignal;
  readonly columns?: number;
  /** Called with the standard output so far after each write. */
  readonly onOut?: (text: string) => void;
}

/** Runs a command line in this process, with a test terminal. */
export async function florin(line: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  const { terminal, out, err } = testTerminal(options);
  const code = await runFlorin(line, terminal);
  return { code, out: out(), err: err() };
}

export function testTerminal(options: RunOptions = {}): {
  terminal: Terminal;
  out: () => string;
  err: () => string;
} {
  const { environment = {}, signal = new AbortController().signal, onOut, columns } = options;
  const out = collector(onOut);
  const err = collector();
  const terminal = {
    stdin: inputOf(options, err.text),
    stdout: Object.assign(out.stream, columns !== undefined && { columns }),
    stderr: err.stream,
    environment: { PASSWORD_COST: '4', ...environment },
    signal,
  };
  return { terminal, out: out.text, err: err.text };
}

export function collector(onText?: (text: string) => void): { stream: Output; text: () => string } {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      onText?.(text);
      done();
    },
  });
  // Like standard output, it stays open after a stream piped into it has ended.
  return { stream: Object.assign(stream, { end: () => stream }), text: () => text };
}

function inputOf({ input, typed }: RunOptions, screen: () => string): Input {
  if (typed === undefined) return Readable.from(input === undefined ? [] : [Buffer.from(input)]);
  const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  void (async () => {
    for (const [question, keys] of typed) {
      while (!screen().includes(question)) await sleep(5);
      for (const key of keys) {
        await sleep(2);
        keyboard.write(key);
      }
    }
  })();
  return keyboard;
}

const MAIN = join(import.meta.dirname, '../../dist/main.js');
const REPORT_MEMORY =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("MAXRSS="+process.resourceUsage().maxRSS+"\\n"))';

export interface RunningFlorin {
  readonly process: ChildProcess;
  readonly ended: Promise<CommandResult & { readonly peakMegabytes: number }>;
}

/** Runs the built command line in a child process. `stdout` may be an open file. */
export function spawnFlorin(
  line: readonly string[],
  environment: Environment = {},
  stdout: 'pipe' | number = 'pipe',
): RunningFlorin {
  const child = spawn(process.execPath, ['--import', REPORT_MEMORY, MAIN, ...line], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', stdout, 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({
    code: (code as number | null) ?? -1,
    out,
    err: err.replace(/MAXRSS=\d+\n/, ''),
    peakMegabytes: Number(/MAXRSS=(\d+)/.exec(err)?.[1]) / 1_024,
  }));
  return { process: child, ended };
}
