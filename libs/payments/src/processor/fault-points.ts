/** Points of a payment at which a crash is tested, in order. */
export const FAULT_POINTS = [
  'after intent commit',
  'after charge',
  'after outcome commit',
  'after reversal commit',
  'after reverse',
] as const;
/** The same of a refund. */
export const REFUND_FAULT_POINTS = [
  'after refund commit',
  'after refund',
  'after refund outcome commit',
] as const;
export type FaultPoint = (typeof FAULT_POINTS | typeof REFUND_FAULT_POINTS)[number];

/** Called at each point. Does nothing except in tests, which end the process there. */
export abstract class FaultPoints {
  abstract reach(point: FaultPoint): Promise<void>;
}

export class NoFaultPoints extends FaultPoints {
  reach(): Promise<void> {
    return Promise.resolve();
  }
}
