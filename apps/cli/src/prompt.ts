import { Interrupted } from '@florin/infrastructure';
import type { Terminal } from './terminal.js';

const ENTER = new Set(['\r', '\n', '\u0004']);
const ERASE = new Set(['\b', '\u007F']);
const CTRL_C = '\u0003';
const CTRL_U = '\u0015';

/** Asks for a secret: what is typed is not shown. The terminal is as it was afterwards, however this ends. */
export async function askSecret({ stdin, stderr }: Terminal, question: string): Promise<string> {
  stderr.write(question);
  stdin.setRawMode?.(true);
  stdin.setEncoding('utf8');
  try {
    return await new Promise<string>((resolve, reject) => {
      let typed: string[] = [];
      const finish = (settle: () => void): void => {
        stdin.off('data', listen).off('end', done);
        settle();
      };
      const done = (): void => {
        finish(() => {
          resolve(typed.join(''));
        });
      };
      const giveUp = (): void => {
        finish(() => {
          reject(new Interrupted());
        });
      };
      const listen = (chunk: string): void => {
        for (const key of chunk) {
          if (key === CTRL_C || ENTER.has(key)) {
            (key === CTRL_C ? giveUp : done)();
            return;
          }
          if (ERASE.has(key)) typed.pop();
          else if (key === CTRL_U) typed = [];
          else typed.push(key);
        }
      };
      stdin.on('data', listen).once('end', done);
      stdin.resume();
    });
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write('\n');
  }
}

/** Everything that comes in, without the line break that a shell's echo adds. */
export async function readSecret({ stdin }: Terminal): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array | string));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
