import { SingleBar } from 'cli-progress';
import { isDumb, type Painter, painterFor, type Terminal, widthOf } from './terminal.js';

export interface Progress {
  update(done: number): void;
  stop(): void;
}

/** Prints the result of a command as text, or with `--json` as one line of JSON. */
export interface Report {
  readonly isJson: boolean;
  readonly paint: Painter;
  readonly width: number;
  /** Prints a line, unless `--json` is set. */
  readonly print: (line: string) => void;
  /** Prints the result if `--json` is set. */
  readonly result: (value: object) => void;
  /** Prints a line to standard error, also with `--json`. */
  readonly note: (line: string) => void;
  progress(label: string, total: number, unit: string): Progress;
}

export function reportFor(terminal: Terminal, isJson: boolean): Report {
  const { stdout, stderr, environment } = terminal;
  return {
    isJson,
    paint: painterFor(stdout, environment),
    width: widthOf(stdout),
    print: (line) => {
      if (!isJson) stdout.write(`${line}\n`);
    },
    result: (value) => {
      if (isJson) stdout.write(`${JSON.stringify(value)}\n`);
    },
    note: (line) => {
      stderr.write(`florin: ${line}\n`);
    },
    progress: (label, total, unit) =>
      isJson || isDumb(environment) ? NO_PROGRESS : startBar(terminal, label, total, unit),
  };
}

const NO_PROGRESS: Progress = { update: () => undefined, stop: () => undefined };

function startBar({ stderr }: Terminal, label: string, total: number, unit: string): Progress {
  const bar = new SingleBar({
    stream: stderr,
    format: `${label} {bar} {percentage} % {value}/{total} ${unit}, {eta_formatted} left`,
    barsize: 24,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    emptyOnZero: true,
  });
  bar.start(total, 0);
  return bar;
}
