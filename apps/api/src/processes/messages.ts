/** Messages of a worker to the primary. */
export type FromWorker =
  | { readonly kind: 'up'; readonly url: string; readonly startupMessages: readonly string[] }
  | { readonly kind: 'startup-message'; readonly line: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'metrics-request'; readonly id: number };

/** The response to `metrics-request`: the metrics of all workers. */
export interface FromPrimary {
  readonly kind: 'metrics';
  readonly id: number;
  readonly text: string;
}

/** Environment variables that the primary sets for a worker: its number and the database URL. */
export const WORKER_NUMBER = 'FLORIN_PROCESS';
export const WORKER_DATABASE = 'FLORIN_PROCESS_DATABASE';
