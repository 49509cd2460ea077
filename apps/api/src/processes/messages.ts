/** What a worker of the cluster sends to the primary. */
export type FromWorker =
  | { readonly kind: 'up'; readonly url: string; readonly announcements: readonly string[] }
  | { readonly kind: 'announcement'; readonly line: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'metrics-request'; readonly id: number };

/** What the primary sends to a worker: the metrics of all of them, as text. */
export interface FromPrimary {
  readonly kind: 'metrics';
  readonly id: number;
  readonly text: string;
}

/** The environment variables by which a worker learns its number and the database that the primary started. */
export const WORKER_NUMBER = 'FLORIN_PROCESS';
export const WORKER_DATABASE = 'FLORIN_PROCESS_DATABASE';
