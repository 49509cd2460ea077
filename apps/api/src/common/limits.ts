/** How much and how long a caller may ask of one process. Tests shorten the times. */
export type Limits = Readonly<typeof DEFAULT_LIMITS>;

export const DEFAULT_LIMITS = {
  bodyBytes: 256 * 1024,
  urlLength: 8 * 1024,
  headerBytes: 16 * 1024,
  /** The limits of metadata, and room around it. */
  jsonDepth: 16,
  jsonValues: 5_000,
  headersTimeoutMs: 10_000,
  /** For a request to arrive as a whole; the response may take longer. */
  requestTimeoutMs: 12_000,
  connectionTimeoutMs: 75_000,
  keepAliveTimeoutMs: 65_000,
  timeoutCheckMs: 1_000,
  drainMs: 7_000,
  /** The mean delay above which requests are rejected, unless there are only a few. */
  eventLoopDelayMs: 1_000,
  loadSampleMs: 1_000,
  /** Requests that a process handles at a time. */
  inFlight: 1_024,
  /** Requests of one connection without a response. */
  pipelined: 32,
};

/** As it is written in messages: `256 KiB`. */
export const inKibibytes = (bytes: number): string => `${bytes / 1024} KiB`;
