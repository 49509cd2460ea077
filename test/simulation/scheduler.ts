import type { SeededRandom } from './seeded-random.js';

/** After a crash, none of its tasks continues. */
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

/** No task can continue, although the work is not finished. */
export class SimulationStuck extends Error {
  override readonly name = 'SimulationStuck';
}

const START = Date.UTC(2026, 2, 14, 12);
const MAX_STEP_MS = 3;

/**
 * Runs one task at a time. Tasks pause at each `yieldControl`; when all have paused, a random one continues to its next
 * pause. The order and the time therefore depend only on the seed.
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

  /** Runs until the work finishes or is aborted. Throws SimulationStuck if no task can continue. */
  async run(work: Promise<unknown>, isAborted: () => boolean, maxSteps: number): Promise<void> {
    const state = { isFinished: false };
    const finish = () => {
      state.isFinished = true;
    };
    work.then(finish, finish);
    for (;;) {
      await untilAllTasksWait();
      if (state.isFinished || isAborted()) return;
      if (++this.steps > maxSteps) throw new SimulationStuck(`Not finished after ${maxSteps} steps.`);
      const next = this.pickNext();
      if (next === undefined) throw new SimulationStuck('No task can continue.');
      next.resume();
    }
  }

  private pickNext(): WaitingTask | undefined {
    this.wake();
    while (this.ready.length > 0) {
      const index = this.random.below(this.ready.length);
      const [picked] = this.ready.splice(index, 1);
      if (picked === undefined || picked.owner?.isCrashed === true) continue;
      this.milliseconds += this.random.below(MAX_STEP_MS + 1);
      return picked;
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

/** Node runs `setImmediate` after all resolved promises. */
const untilAllTasksWait = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
