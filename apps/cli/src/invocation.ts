import type { Report } from './report.js';
import type { Terminal } from './terminal.js';

/** Options of every command. */
export interface CommonOptions {
  readonly databaseUrl?: string;
  readonly dataDir?: string;
  readonly json?: boolean;
}

export interface Invocation<Options = CommonOptions> {
  readonly arguments: readonly string[];
  readonly options: Options;
  readonly terminal: Terminal;
  readonly report: Report;
}

/** Returns the exit code. */
export type Run<Options = CommonOptions> = (invocation: Invocation<Options>) => Promise<number>;
