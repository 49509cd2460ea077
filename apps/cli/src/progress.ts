import { count, type Output } from './terminal.js';

export interface Progress {
  /** How much is done by now. */
  reach(done: number): void;
  /** Takes the bar away again; what is said after it starts on a clean line. */
  end(): void;
}

export interface ProgressOptions {
  readonly output: Output;
  /** What is being done: `exporting`. */
  readonly label: string;
  readonly total: number;
  /** What is counted: `rows`. */
  readonly unit: string;
  readonly mode: 'bar' | 'lines' | 'none';
  readonly now?: () => number;
}

const BAR_WIDTH = 28;
const REDRAW_MS = 100;
const LINE_EVERY_MS = 5_000;

/** Shows how far long work is: a bar for a person who watches, a line now and then for a log, nothing for a machine. */
export function showProgress(options: ProgressOptions): Progress {
  if (options.mode === 'none') return { reach: () => undefined, end: () => undefined };
  return options.mode === 'bar' ? drawnBar(options) : plainLines(options);
}

function drawnBar({ output, label, total, unit, now = Date.now }: ProgressOptions): Progress {
  const startedAt = now();
  let drawnAt = -Infinity;
  let width = 0;
  const draw = (text: string): void => {
    // Spaces cover what is left of a longer line before it; no escape codes, so NO_COLOR and old terminals agree.
    output.write(`\r${text.padEnd(width)}`);
    width = text.length;
  };
  return {
    reach(done) {
      if (now() - drawnAt < REDRAW_MS && done < total) return;
      drawnAt = now();
      const share = shareOf(done, total);
      const filled = Math.round(share * BAR_WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
      const left = remaining(share, now() - startedAt);
      const text = `${label} ${bar} ${percent(share)} ${count(done)}/${count(total)} ${unit}${left}`;
      draw(text.slice(0, (output.columns ?? 80) - 1));
    },
    end() {
      if (width === 0) return;
      draw('');
      output.write('\r');
    },
  };
}

function plainLines({ output, label, total, unit, now = Date.now }: ProgressOptions): Progress {
  let saidAt = now();
  return {
    reach(done) {
      if (now() - saidAt < LINE_EVERY_MS) return;
      saidAt = now();
      output.write(
        `${label}: ${count(done)} of ${count(total)} ${unit} (${percent(shareOf(done, total))})\n`,
      );
    },
    end: () => undefined,
  };
}

const shareOf = (done: number, total: number): number => (total === 0 ? 1 : Math.min(1, done / total));

const percent = (share: number): string => `${String(Math.floor(share * 100)).padStart(3)} %`;

/** Too early a guess is only noise. */
function remaining(share: number, elapsedMs: number): string {
  if (share < 0.02 || share === 1 || elapsedMs < 1_000) return '';
  return `, ${Math.ceil((elapsedMs / share - elapsedMs) / 1_000)} s left`;
}
