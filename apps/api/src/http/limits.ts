/** How much and how long a caller may ask of one process. Tests shorten the times; nobody else needs to. */
export interface Limits {
  readonly bodyBytes: number;
  readonly urlLength: number;
  readonly headerBytes: number;
  /** How deep a JSON body may nest: metadata's own limit and room around it. */
  readonly jsonDepth: number;
  /** How many values a JSON body may hold: somewhat more than metadata can, at two bytes each. */
  readonly jsonValues: number;
  readonly headersTimeoutMs: number;
  /** For a request to arrive as a whole; how long its answer takes is another matter. */
  readonly requestTimeoutMs: number;
  readonly connectionTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly timeoutCheckMs: number;
  /** After this long a drain stops waiting and cuts what is left. */
  readonly drainMs: number;
  /** Above this mean delay of the event loop new work is turned away, unless there are but a few callers. */
  readonly eventLoopDelayMs: number;
  /** Above this many statements waiting for a connection new work is turned away. */
  readonly poolWaiting: number;
  readonly loadSampleMs: number;
  /** How many requests may wait for their callers, to send the rest or to read the answer, before the longest is cut. */
  readonly lingeringMost: number;
  /** How many bytes of answers may wait to be read, before whoever leaves most of them is cut. */
  readonly unreadBytes: number;
  /** There is room for this many requests under way, in all processes together, however slowly they are answered. */
  readonly admittedLeast: number;
  /** Beyond this many the database does not get more done, and everybody only waits longer. */
  readonly admittedMost: number;
  /** Between the two, as many are let in as are answered in this time. */
  readonly admittedWaitMs: number;
  /**
   * While fewer than these are under way, in all processes together, each that is let in is begun as it comes. More are
   * not let in while more are refused than answered.
   */
  readonly begunAtOnce: number;
  /** While the event loop is later than this and requests are refused, fewer are let in. */
  readonly refusalDelayMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytes: 256 * 1024,
  urlLength: 8 * 1024,
  headerBytes: 16 * 1024,
  jsonDepth: 16,
  jsonValues: 5_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 12_000,
  connectionTimeoutMs: 75_000,
  keepAliveTimeoutMs: 65_000,
  timeoutCheckMs: 1_000,
  drainMs: 7_000,
  eventLoopDelayMs: 250,
  poolWaiting: 200,
  loadSampleMs: 500,
  lingeringMost: 1_024,
  unreadBytes: 64 * 1024 * 1024,
  admittedLeast: 1_536,
  admittedMost: 4_096,
  admittedWaitMs: 100,
  begunAtOnce: 256,
  refusalDelayMs: 12,
};

/** As the caller is told it: `256 KiB`. */
export const inKibibytes = (bytes: number): string => `${bytes / 1024} KiB`;

/** Several processes of one machine share its database and its cores, and so they share what all of them may let in. */
export const partOf = (limits: Limits, processes: number): Limits => ({
  ...limits,
  lingeringMost: Math.ceil(limits.lingeringMost / processes),
  unreadBytes: Math.ceil(limits.unreadBytes / processes),
  admittedLeast: Math.ceil(limits.admittedLeast / processes),
  admittedMost: Math.ceil(limits.admittedMost / processes),
  begunAtOnce: Math.ceil(limits.begunAtOnce / processes),
});
