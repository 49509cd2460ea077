import { CRASH_POINTS } from '../../libs/payments/src/testing/crash-points.js';
import type { SeededRandom } from './seeded-random.js';

export const FAULTS = [
  'the connection breaks during the SQL transaction',
  'the connection breaks before the commit',
  'committed, but the response is lost',
  'rolled back, but the response is lost',
  'the SQL transaction is retried',
  'the process crashes before the commit',
  'the process crashes after the commit',
  'the response is lost',
  'the client times out',
  'the client sends the request twice',
  'the processor is unreachable',
  'the processor times out after charging',
  'the processor cannot resolve the charge',
  'the reversal times out',
  'the refund times out',
  'a value cannot be written',
  'a balance stays locked',
  'the clocks differ',
  'a clock changes',
  'a job runs twice',
  ...CRASH_POINTS.map((point) => `the process crashes ${point}` as const),
] as const;
export type Fault = (typeof FAULTS)[number];

const ENABLED_SHARE = 0.25;
const PROBABILITY = 0.25;

/** Each history enables a quarter of the faults. An enabled fault happens in a quarter of the possible cases. */
export class Faults {
  readonly enabled: ReadonlySet<Fault>;
  readonly fired = new Map<Fault, number>();
  private isDisabled = false;

  constructor(
    private readonly random: SeededRandom,
    private readonly note: (fault: Fault) => void,
  ) {
    this.enabled = new Set(FAULTS.filter(() => random.happens(ENABLED_SHARE)));
  }

  happens(fault: Fault): boolean {
    if (this.isDisabled || !this.enabled.has(fault) || !this.random.happens(PROBABILITY)) return false;
    this.fired.set(fault, (this.fired.get(fault) ?? 0) + 1);
    this.note(fault);
    return true;
  }

  /** No more faults, so that everything unfinished can finish. */
  disable(): void {
    this.isDisabled = true;
  }
}
