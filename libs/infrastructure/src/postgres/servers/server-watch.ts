import { driverErrorIn, sqlStateOf } from '../driver-error.js';
import type { ServerChoice } from './server-choice.js';
import { isAnswer, passed } from './server-survey.js';

/** Something asked of the server that has not been answered yet. */
export interface Pending {
  /** Call once with what came back: nothing for an answer, or the error. */
  end(error?: unknown): void;
}

interface Waiting {
  readonly since: number;
  readonly sever: () => void;
}

/** A connection, as far as it is watched. */
export interface Watched {
  /** Cuts it off. */
  sever(): void;
  /** How many bytes have come from the server so far. */
  received(): number;
}

type Probed = 'serving' | 'refusing' | 'silent';

const TICK_MS = 100;
const SUSPECT_AFTER_TICKS = 6;
const ANSWER_IS_FRESH_MS = 250;
const PROBE_AGAIN_AFTER_MS = 1_000;
const LOOK_AROUND_EVERY_MS = 1_000;

/**
 * Tells a slow statement from a server that has stopped answering, which no timeout on statements can: a statement
 * may take ten seconds, a frozen server must be noticed within two. When nothing at all has been answered for a while,
 * nor a part of a long answer has come, a fresh connection is tried; if that hangs too, everything in flight is cut off,
 * and until a probe succeeds new connections fail at once. Work that may take long is cut off only after many such probes.
 *
 * Time is counted in ticks of the event loop's own timer: when this process is the one that was stopped, however long,
 * that is one tick, and the answers waiting in the socket are read before anybody is blamed.
 *
 * Where there are several servers, all connections are cut off as well when another one was promoted, and for as long
 * as there are connections that is looked for every second: a primary that was replaced without its knowledge goes on
 * answering, with sessions that have been ended elsewhere.
 */
export class ServerWatch {
  /** Why the latest connection was not made, if the server refused it or could not be trusted. */
  refusal: string | undefined;
  readonly #waiting = new Set<Waiting>();
  /** What each connection had received when it was last looked at. */
  readonly #connections = new Map<Watched, number>();
  #tick = 0;
  #ticking = false;
  #lastAnswerTick = 0;
  #lastServedAt = -Infinity;
  #isAway = false;
  #isSuspecting = false;
  #probe: Promise<Probed> | undefined;
  #lookout: NodeJS.Timeout | undefined;

  constructor(
    readonly servers: ServerChoice,
    private readonly longestQueryMs: number,
    private readonly longestSilenceMs = 0,
  ) {
    servers.onMove = () => {
      this.#severAll();
    };
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /**
   * Every connection is known from its first byte to its last, so that all of them can be cut off together. What is
   * answered is to be called at its end.
   */
  watch(connection: Watched): () => void {
    this.#connections.set(connection, 0);
    this.#lookOut();
    return () => {
      this.#connections.delete(connection);
    };
  }

  begin(sever: () => void): Pending {
    const waiting = { since: this.#tick, sever };
    this.#waiting.add(waiting);
    if (!this.#ticking) this.#scheduleTick();
    return {
      end: (error) => {
        this.#waiting.delete(waiting);
        if (error !== undefined && !isAnswer(error)) return;
        this.#answered();
        if (error === undefined || driverErrorIn(error)?.isOfConnecting === false)
          this.#lastServedAt = performance.now();
      },
    };
  }

  /** Whether the server is there, from what was just seen or by asking it. Never takes longer than a probe. */
  async isAnswering(): Promise<boolean> {
    return this.#hasJustServed() || (await this.#ask()) !== 'silent';
  }

  /** Whether it also lets us in, which one that knows our role or our database no more does not. */
  async isServing(): Promise<boolean> {
    return this.#hasJustServed() || (await this.#ask()) === 'serving';
  }

  #hasJustServed(): boolean {
    return !this.#isAway && performance.now() - this.#lastServedAt < ANSWER_IS_FRESH_MS;
  }

  async #ask(): Promise<Probed> {
    this.#probe ??= this.servers
      .search()
      .then(() => 'serving' as const, probedBy)
      .finally(() => {
        this.#probe = undefined;
      });
    const probed = await this.#probe;
    if (probed !== 'silent') this.#answered();
    if (probed === 'serving') this.#lastServedAt = performance.now();
    return probed;
  }

  #answered(): void {
    this.#lastAnswerTick = this.#tick;
    this.#isAway = false;
  }

  #scheduleTick(): void {
    this.#ticking = true;
    setTimeout(() => {
      this.#ticking = false;
      this.#onTick();
      if (this.#waiting.size > 0) this.#scheduleTick();
    }, TICK_MS).unref();
  }

  #onTick(): void {
    this.#tick += 1;
    if (this.#hears()) this.#lastAnswerTick = this.#tick;
    const [oldest] = this.#waiting;
    if (oldest === undefined) return;
    for (const { since, sever } of this.#waiting) {
      if ((this.#tick - since) * TICK_MS <= this.longestQueryMs) break;
      sever();
    }
    const silentSince = Math.max(oldest.since, this.#lastAnswerTick);
    if (this.#tick - silentSince >= SUSPECT_AFTER_TICKS && this.#probe === undefined && !this.#isSuspecting)
      void this.#suspect();
  }

  /** Whether anything has come in since the last tick. */
  #hears(): boolean {
    let hears = false;
    for (const [connection, before] of this.#connections) {
      const received = connection.received();
      if (received > before) hears = true;
      this.#connections.set(connection, received);
    }
    return hears;
  }

  async #suspect(): Promise<void> {
    this.#isSuspecting = true;
    const isGone = await this.#staysSilent().finally(() => {
      this.#isSuspecting = false;
    });
    if (!isGone) return;
    this.#isAway = true;
    this.#severAll();
  }

  /** Asks at least once, and then again and again for as long as a silence may last. */
  async #staysSilent(): Promise<boolean> {
    const suspectedAt = this.#tick;
    for (;;) {
      if ((await this.isAnswering()) || this.#lastAnswerTick > suspectedAt) return false;
      if ((this.#tick - suspectedAt) * TICK_MS >= this.longestSilenceMs) return true;
      await passed(PROBE_AGAIN_AFTER_MS);
      if (this.#waiting.size === 0) return false;
    }
  }

  #severAll(): void {
    for (const connection of [...this.#connections.keys()]) connection.sever();
  }

  #lookOut(): void {
    if (!this.servers.hasAlternatives || this.#lookout !== undefined) return;
    this.#lookout = setTimeout(() => {
      void this.servers.lookAround().finally(() => {
        this.#lookout = undefined;
        if (this.#connections.size > 0) this.#lookOut();
      });
    }, LOOK_AROUND_EVERY_MS).unref();
  }
}

/** A server that has no more room has some for those who are in already, and these may well be ours. */
function probedBy(error: unknown): Probed {
  if (!isAnswer(error)) return 'silent';
  return sqlStateOf(error)?.startsWith('53') === true ? 'serving' : 'refusing';
}
