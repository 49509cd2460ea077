import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { Environment } from '@florin/infrastructure';

export interface Input extends Readable {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The parts of the process that a command uses, so that a test can replace them. */
export interface Terminal {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Environment;
  /** Aborted by SIGINT, SIGTERM and SIGHUP. */
  readonly signal: AbortSignal;
}

export const widthOf = ({ columns = 80 }: Output): number => columns;

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

export type Painter = (style: Style, text: string) => string;

export const isDumb = (environment: Environment): boolean => environment['TERM'] === 'dumb';

export const hasColors = ({ isTTY }: Output, environment: Environment): boolean =>
  isTTY === true && !isDumb(environment) && (environment['NO_COLOR'] ?? '') === '';

export const painterFor = (output: Output, environment: Environment): Painter =>
  hasColors(output, environment)
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_style, text) => text;

/** Escapes control characters, so that stored text cannot move the cursor or clear the screen. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });

export const count = (number: number): string => number.toLocaleString('en-US');

/** `1 row`, `2 rows`. */
export const plural = (number: number, noun: string, nouns = `${noun}s`): string =>
  `${count(number)} ${number === 1 ? noun : nouns}`;
