import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionIsToBlame, driverErrorIn } from './driver-error.js';

/** Something asked of the server that has not been answered yet. */
export interface Pending {
  /** Call once with what came back: nothing for an answer, or the error. */
  end(error?: unknown): void;
}

interface Waiting {
  readonly since: number;
  readonly sever: () => void;
}

const TICK_MS = 100;
const SUSPECT_AFTER_TICKS = 6;
const PROBE_TICKS = 7;
const ANSWER_IS_FRESH_MS = 250;

/**
 * Tells a slow statement from a server that has stopped answering, which no timeout on statements can: a statement
 * may take ten seconds, a frozen server must be noticed within two. When nothing at all has been answered for a while,
 * a fresh connection is tried; if that hangs too, everything in flight is cut off, and until a probe succeeds new
 * connections fail at once.
 *
 * Time is counted in ticks of the event loop's own timer: when this process is the one that was stopped, however long,
 * that is one tick, and the answers waiting in the socket are read before anybody is blamed.
 */
export class ServerWatch {
  readonly #waiting = new Set<Waiting>();
  readonly #severs = new Set<() => void>();
  #tick = 0;
  #ticking = false;
  #lastAnswerTick = 0;
  #lastAnswerAt = -Infinity;
  #isAway = false;
  #probe: Promise<boolean> | undefined;

  constructor(
    private readonly url: string,
    private readonly longestQueryMs: number,
  ) {}

  get isAway(): boolean {
    return this.#isAway;
  }

  /** Every connection is known from its first byte to its last, so that all of them can be cut off together. The answer forgets it. */
  watch(sever: () => void): () => void {
    this.#severs.add(sever);
    return () => {
      this.#severs.delete(sever);
    };
  }

  begin(sever: () => void): Pending {
    const waiting = { since: this.#tick, sever };
    this.#waiting.add(waiting);
    if (!this.#ticking) this.#scheduleTick();
    return {
      end: (error) => {
        this.#waiting.delete(waiting);
        if (error === undefined || isAnswer(error)) this.#answered();
      },
    };
  }

  /** Whether the server answers, from what was just seen or by asking it. Never takes longer than a probe. */
  async isAnswering(): Promise<boolean> {
    if (!this.#isAway && performance.now() - this.#lastAnswerAt < ANSWER_IS_FRESH_MS) return true;
    this.#probe ??= probe(this.url).finally(() => {
      this.#probe = undefined;
    });
    const isAlive = await this.#probe;
    if (isAlive) this.#answered();
    return isAlive;
  }

  #answered(): void {
    this.#lastAnswerTick = this.#tick;
    this.#lastAnswerAt = performance.now();
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
    const [oldest] = this.#waiting;
    if (oldest === undefined) return;
    for (const { since, sever } of this.#waiting) {
      if ((this.#tick - since) * TICK_MS <= this.longestQueryMs) break;
      sever();
    }
    const silentSince = Math.max(oldest.since, this.#lastAnswerTick);
    if (this.#tick - silentSince >= SUSPECT_AFTER_TICKS && this.#probe === undefined) void this.#suspect();
  }

  async #suspect(): Promise<void> {
    const suspectedAt = this.#tick;
    if ((await this.isAnswering()) || this.#lastAnswerTick > suspectedAt) return;
    this.#isAway = true;
    for (const sever of [...this.#severs]) sever();
  }
}

/** One fresh connection and the smallest question, given up after a fixed number of ticks. */
async function probe(url: string): Promise<boolean> {
  const socket = new Socket();
  const client = new Client({
    connectionString: url,
    application_name: 'florin probe',
    stream: () => socket,
  });
  client.on('error', () => undefined);
  const asked = client
    .connect()
    .then(() => client.query('SELECT 1'))
    .then(() => true, isAnswer);
  const isAlive = await Promise.race([asked, gaveUp()]);
  if (isAlive) void client.end();
  else socket.destroy();
  return isAlive;
}

async function gaveUp(): Promise<false> {
  for (let tick = 0; tick < PROBE_TICKS; tick++) await delay(TICK_MS, undefined, { ref: false });
  return false;
}

/** A refusal is an answer too, unless it says that the server is going down or coming up. */
function isAnswer(error: unknown): boolean {
  const cause = driverErrorIn(error);
  return cause?.sqlState !== undefined && !connectionIsToBlame(cause);
}
