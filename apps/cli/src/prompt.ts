import { createInterface } from 'node:readline/promises';
import password from '@inquirer/password';
import { Interrupted } from '@florin/infrastructure';
import type { Terminal } from './terminal.js';

const THEME = { prefix: '', style: { maskedText: '(not shown)' } };

export const askSecret = (terminal: Terminal, message: string): Promise<string> =>
  untilClosed(terminal, (signal) =>
    password(
      { message, toggleMask: false, theme: THEME },
      { input: terminal.stdin, output: terminal.stderr, signal },
    ),
  );

export const confirm = (terminal: Terminal, question: string): Promise<boolean> =>
  untilClosed(terminal, async (signal) => {
    const { stdin: input, stderr: output } = terminal;
    const lines = createInterface({ input, output, terminal: true });
    try {
      return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim());
    } finally {
      lines.close();
    }
  });

/** The end of the input (Ctrl-D) interrupts the prompt, which would otherwise never resolve. */
async function untilClosed<Answer>(
  { stdin, signal }: Terminal,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const closed = new AbortController();
  const close = (): void => {
    closed.abort();
  };
  const onKey = (_text: unknown, { ctrl, name }: { ctrl?: boolean; name?: string }): void => {
    if (ctrl === true && (name === 'c' || name === 'd')) close();
  };
  stdin.on('keypress', onKey).once('end', close);
  try {
    return await ask(AbortSignal.any([signal, closed.signal]));
  } catch (error) {
    throw closed.signal.aborted || signal.aborted ? new Interrupted() : error;
  } finally {
    stdin.off('keypress', onKey).off('end', close);
    stdin.pause();
  }
}

/** All of standard input, without the last line break. */
export async function readSecret({ stdin }: Terminal): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array | string));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
