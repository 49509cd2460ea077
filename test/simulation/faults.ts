import { FAULT_POINTS } from '@florin/payments';
import type { SeededRandom } from './seeded-random.js';

/** Everything that may go wrong, at the moments at which it does. */
export const FAULTS = [
  'the connection breaks during the work',
  'the connection breaks before the commit',
  'the commit is done and its answer lost',
  'the commit is undone and its answer lost',
  'the work is run again',
  'the process dies before the commit',
  'the process dies after the commit',
  'the answer is lost',
  'the client gives up waiting',
  'the client sends it twice',
  'the processor is not reached',
  'the processor times out after charging',
  'the processor cannot say',
  'the reversal times out',
  'a value cannot be written',
  'a book is held for long',
  'the clocks differ',
  'a clock is set anew',
  'a job runs twice',
  ...FAULT_POINTS.map((point) => `the process dies ${point}` as const),
] as const;
export type Fault = (typeof FAULTS)[number];

const ARMED = 0.25;
const FIRES = 0.25;

/** In each history a quarter of the faults are armed, and an armed one happens a quarter of the times it could. */
export class Faults {
  readonly armed: ReadonlySet<Fault>;
  readonly fired = new Map<Fault, number>();
  private isQuiet = false;

  constructor(
    private readonly random: SeededRandom,
    private readonly note: (fault: Fault) => void,
  ) {
    this.armed = new Set(FAULTS.filter(() => random.happens(ARMED)));
  }

  happens(fault: Fault): boolean {
    if (this.isQuiet || !this.armed.has(fault) || !this.random.happens(FIRES)) return false;
    this.fired.set(fault, (this.fired.get(fault) ?? 0) + 1);
    this.note(fault);
    return true;
  }

  /** From here on nothing goes wrong any more: what is left undone has to come to its end. */
  end(): void {
    this.isQuiet = true;
  }
}
