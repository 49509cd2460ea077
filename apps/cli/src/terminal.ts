import type { Readable, Writable } from 'node:stream';
import type { Environment } from '@florin/infrastructure';

export interface Input extends Readable {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Everything of the process that a command may touch, so that a test can be one. */
export interface Terminal {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Environment;
  /** Aborted by Ctrl-C and its like: finish what cannot be left half done, and end. */
  readonly signal: AbortSignal;
}

type Style = 'bold' | 'dim' | 'red' | 'green';

const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32 };

export type Painter = (style: Style, text: string) => string;

/** Colours text for an output that shows colours, unless the operator wants none (NO_COLOR). */
export function painterFor(output: Output, environment: Environment): Painter {
  const isPlain =
    output.isTTY !== true || environment['TERM'] === 'dumb' || (environment['NO_COLOR'] ?? '') !== '';
  return isPlain ? (_style, text) => text : (style, text) => `\u001B[${CODES[style]}m${text}\u001B[0m`;
}

/** Control characters of foreign text could move the cursor or clear the screen; they are shown instead. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });

export const count = (number: number): string => number.toLocaleString('en-US');

/** `1 row`, `2 rows`. */
export const plural = (number: number, noun: string): string =>
  `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
