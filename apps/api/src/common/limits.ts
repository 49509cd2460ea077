/** The limits of one process. Tests shorten the timeouts. */
export type Limits = Readonly<typeof DEFAULT_LIMITS>;

export const DEFAULT_LIMITS = {
  bodyBytes: 256 * 1024,
  /** For a batch of transactions. */
  batchBodyBytes: 4 * 1024 * 1024,
  urlLength: 8 * 1024,
  headerBytes: 16 * 1024,
  /** Above the limits of metadata. */
  jsonDepth: 16,
  jsonValues: 5_000,
  batchJsonValues: 100_000,
  headersTimeoutMs: 10_000,
  /** To receive the request; the response may take longer. */
  requestTimeoutMs: 12_000,
  connectionTimeoutMs: 75_000,
  keepAliveTimeoutMs: 65_000,
  timeoutCheckMs: 1_000,
  drainMs: 7_000,
  /** The mean delay above which requests are rejected, unless there are only a few. */
  eventLoopDelayMs: 1_000,
  loadSampleMs: 1_000,
  /** Concurrent requests of a process. */
  inFlight: 1_024,
  /** Pipelined requests of one connection. */
  pipelined: 32,
};

/** Of a file to reconcile. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

export const inMebibytes = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;

export const inKibibytes = (bytes: number): string => `${bytes / 1024} KiB`;
