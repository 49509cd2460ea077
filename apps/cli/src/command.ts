import type { Terminal } from './terminal.js';
import type { Values } from './values.js';

export interface Option {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the help: `--output <file>`. */
  readonly value?: string;
  /** The values there are, when they are few. */
  readonly choices?: readonly string[];
  readonly words: string;
}

export interface Argument {
  readonly name: string;
  readonly words: string;
  readonly choices?: readonly string[];
  readonly isOptional?: boolean;
}

export interface Example {
  readonly words: string;
  readonly line: string;
}

export interface Invocation {
  readonly arguments: readonly string[];
  readonly options: Values;
  readonly terminal: Terminal;
}

/** Answers the exit code. */
export type Run = (invocation: Invocation) => Promise<number>;

export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Paragraphs that teach what it does and what to expect. */
  readonly details: readonly string[];
  readonly arguments: readonly Argument[];
  readonly options: Readonly<Record<string, Option>>;
  readonly examples: readonly Example[];
  /** Loads what the command needs only when it is run: help and completion must be there at once. */
  readonly load: () => Promise<Run>;
}
