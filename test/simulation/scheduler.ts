import type { Chance } from './chance.js';

/** Whoever may stop for good in the middle of something, and then never goes on. */
export interface Mortal {
  readonly isDead: boolean;
}

interface Parked {
  readonly owner: Mortal | undefined;
  readonly resume: () => void;
}

interface Sleeping extends Parked {
  readonly until: number;
}

/** Nothing can go on although somebody waits: locks in a circle, or an answer that never comes. */
export class Stuck extends Error {
  override readonly name = 'Stuck';
}

const START = Date.UTC(2026, 2, 14, 12);
const LONGEST_STEP_MS = 3;

/**
 * Decides who goes on. Everybody stops at each `turn`; once all have stopped, one of them is drawn and goes on alone to
 * its next stop. So the order of everything, and the time, follows from the seed alone.
 */
export class Scheduler {
  private ready: Parked[] = [];
  private sleeping: Sleeping[] = [];
  private nextWaking = Infinity;
  private milliseconds = START;
  private steps = 0;

  constructor(private readonly chance: Chance) {}

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

  leap(milliseconds: number): void {
    this.milliseconds += milliseconds;
  }

  turn(owner?: Mortal): Promise<void> {
    return new Promise((resume) => {
      this.ready.push({ owner, resume });
    });
  }

  sleep(milliseconds: number, owner?: Mortal): Promise<void> {
    return new Promise((resume) => {
      const until = this.milliseconds + milliseconds;
      this.sleeping.push({ owner, resume, until });
      this.nextWaking = Math.min(this.nextWaking, until);
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
      await allHaveStopped();
      if (end.isReached || isBrokenOff()) return;
      if (++this.steps > mostSteps) throw new Stuck(`There was no end after ${mostSteps} steps.`);
      const next = this.draw();
      if (next === undefined) throw new Stuck('Nobody can go on, and not everything is done.');
      next.resume();
    }
  }

  private draw(): Parked | undefined {
    this.wake();
    while (this.ready.length > 0) {
      const index = this.chance.below(this.ready.length);
      const [drawn] = this.ready.splice(index, 1);
      if (drawn === undefined || drawn.owner?.isDead === true) continue;
      this.milliseconds += this.chance.below(LONGEST_STEP_MS + 1);
      return drawn;
    }
    return this.sleeping.length === 0 ? undefined : this.skipToNextWaking();
  }

  private wake(): void {
    if (this.milliseconds < this.nextWaking) return;
    this.ready.push(...this.sleeping.filter(({ until }) => until <= this.milliseconds));
    this.sleeping = this.sleeping.filter(({ until }) => until > this.milliseconds);
    this.nextWaking = Math.min(...this.sleeping.map(({ until }) => until));
  }

  private skipToNextWaking(): Parked | undefined {
    this.milliseconds = this.nextWaking;
    return this.draw();
  }
}

/** An immediate comes only after every promise that can go on has gone on. */
const allHaveStopped = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
