import { Clock, addMilliseconds } from '../clock.js';

export const NOON = new Date('2026-03-14T12:00:00.000Z');

export class SteppedClock extends Clock {
  constructor(private instant: Date = NOON) {
    super();
  }

  now(): Date {
    return this.instant;
  }

  advance(milliseconds: number): Date {
    this.instant = addMilliseconds(this.instant, milliseconds);
    return this.instant;
  }
}
