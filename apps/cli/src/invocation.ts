import type { Terminal } from './terminal.js';

export interface DatabaseOptions {
  readonly databaseUrl?: string;
  readonly dataDir?: string;
}

/** Options of every command that uses the database. */
export interface CommonOptions extends DatabaseOptions {
  readonly json?: boolean;
}

export interface Invocation<Options = CommonOptions> {
  readonly arguments: readonly string[];
  readonly options: Options;
  readonly terminal: Terminal;
}

/** Returns the exit code. */
export type Run<Options = CommonOptions> = (invocation: Invocation<Options>) => Promise<number>;
