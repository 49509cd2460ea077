import type { Invocation, Option } from './command.js';
import { type Progress, showProgress } from './progress.js';
import { type Painter, painterFor } from './terminal.js';

export const JSON_OPTION: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', words: 'Print the result as one line of JSON, and show no progress.' },
};

/** How a command tells its result: words for a person, or one line of JSON for a machine. */
export interface Report {
  readonly isJson: boolean;
  readonly paint: Painter;
  /** A line for a person; a machine does not get it. */
  say(line: string): void;
  /** The result for a machine; a person does not get it. */
  tell(result: object): void;
  /** A line beside the result, for both. */
  readonly note: (line: string) => void;
  progress(label: string, total: number, unit: string): Progress;
}

export function reportFor({ options, terminal }: Invocation): Report {
  const { stdout, stderr, environment } = terminal;
  const isJson = options.flag('json');
  const isWatched = stderr.isTTY === true && environment['TERM'] !== 'dumb';
  const mode = isJson ? 'none' : isWatched ? 'bar' : 'lines';
  return {
    isJson,
    paint: painterFor(stdout, environment),
    say: (line) => {
      if (!isJson) stdout.write(`${line}\n`);
    },
    tell: (result) => {
      if (isJson) stdout.write(`${JSON.stringify(result)}\n`);
    },
    note: (line) => {
      stderr.write(`florin: ${line}\n`);
    },
    progress: (label, total, unit) => showProgress({ output: stderr, label, total, unit, mode }),
  };
}
