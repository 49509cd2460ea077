import type { SeededRandom } from './seeded-random.js';

/** Whoever may stop for good in the middle of something, and then never goes on. */
export interface Crashable {
  readonly isCrashed: boolean;
}

interface WaitingTask {
  readonly owner: Crashable | undefined;
  readonly resume: () => void;
}

interface SleepingTask extends WaitingTask {
  readonly until: number;
}

/** Nothing can go on although somebody waits: locks in a circle, or an answer that never comes. */
export class SimulationStuck extends Error {
  override readonly name = 'Stuck';
}

const START = Date.UTC(2026, 2, 14, 12);
const LONGEST_STEP_MS = 3;

/**
 * Decides who goes on. Everybody stops at each `turn`; once all have stopped, one of them is drawn and goes on alone to
 * its next stop. So the order of everything, and the time, follows from the seed alone.
 */
export class Scheduler {
  private ready: WaitingTask[] = [];
  private sleeping: SleepingTask[] = [];
  private nextWakeAt = Infinity;
  private milliseconds = START;
  private steps = 0;

  constructor(private readonly random: SeededRandom) {}

  get now(): number {
    return this.milliseconds;
  }

  /** Since the beginning of the history. */
  get elapsed(): number {
    return this.milliseconds - START;
  }

  get stepsTaken(): number {
    return this.steps;
  }

  advanceTime(milliseconds: number): void {
    this.milliseconds += milliseconds;
  }

  yieldControl(owner?: Crashable): Promise<void> {
    return new Promise((resume) => {
      this.ready.push({ owner, resume });
    });
  }

  sleep(milliseconds: number, owner?: Crashable): Promise<void> {
    return new Promise((resume) => {
      const until = this.milliseconds + milliseconds;
      this.sleeping.push({ owner, resume, until });
      this.nextWakeAt = Math.min(this.nextWakeAt, until);
    });
  }

  /** Runs until the work has its end or is broken off. Work that nobody will ever continue does not hang. */
  async run(work: Promise<unknown>, isBrokenOff: () => boolean, mostSteps: number): Promise<void> {
    const end = { isReached: false };
    const reach = () => {
      end.isReached = true;
    };
    work.then(reach, reach);
    for (;;) {
      await untilAllTasksWait();
      if (end.isReached || isBrokenOff()) return;
      if (++this.steps > mostSteps) throw new SimulationStuck(`There was no end after ${mostSteps} steps.`);
      const next = this.pickNext();
      if (next === undefined) throw new SimulationStuck('Nobody can go on, and not everything is done.');
      next.resume();
    }
  }

  private pickNext(): WaitingTask | undefined {
    this.wake();
    while (this.ready.length > 0) {
      const index = this.random.below(this.ready.length);
      const [drawn] = this.ready.splice(index, 1);
      if (drawn === undefined || drawn.owner?.isCrashed === true) continue;
      this.milliseconds += this.random.below(LONGEST_STEP_MS + 1);
      return drawn;
    }
    return this.sleeping.length === 0 ? undefined : this.advanceToNextWake();
  }

  private wake(): void {
    if (this.milliseconds < this.nextWakeAt) return;
    this.ready.push(...this.sleeping.filter(({ until }) => until <= this.milliseconds));
    this.sleeping = this.sleeping.filter(({ until }) => until > this.milliseconds);
    this.nextWakeAt = Math.min(...this.sleeping.map(({ until }) => until));
  }

  private advanceToNextWake(): WaitingTask | undefined {
    this.milliseconds = this.nextWakeAt;
    return this.pickNext();
  }
}

/** An immediate comes only after every promise that can go on has gone on. */
const untilAllTasksWait = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
