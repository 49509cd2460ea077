/** The moments of a payment after which the process may be gone, in their order. */
export const FAULT_POINTS = [
  'after intent commit',
  'after charge',
  'after outcome commit',
  'after reversal commit',
  'after reverse',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/** Told whenever a payment reaches such a moment. Nobody listens, except a test that ends the process there. */
export abstract class FaultPoints {
  abstract reach(point: FaultPoint): Promise<void>;
}

export class NoFaultPoints extends FaultPoints {
  reach(): Promise<void> {
    return Promise.resolve();
  }
}
