import { type FaultPoint, FaultPoints } from '../processor/fault-points.js';

/** Simulates a crash: nothing after the point runs. */
export class CrashAt extends FaultPoints {
  constructor(private readonly point: FaultPoint) {
    super();
  }

  reach(point: FaultPoint): Promise<void> {
    return point === this.point ? Promise.reject(new Error(`crashed ${point}`)) : Promise.resolve();
  }
}
