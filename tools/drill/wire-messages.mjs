// Cuts the two streams of a PostgreSQL connection into the protocol's messages.

const STARTUP_VERSION = 196_608;

/** Takes bytes as they come and answers the messages that are whole by now. */
export class Messages {
  #rest = Buffer.alloc(0);
  #hasTypes;

  /** What a server sends has types from the first byte on; a client's first message has none. */
  constructor({ hasTypes }) {
    this.#hasTypes = hasTypes;
  }

  add(chunk) {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const whole = [];
    for (let length = this.#nextLength(); length <= this.#rest.length; length = this.#nextLength()) {
      const message = this.#rest.subarray(0, length);
      if (!this.#hasTypes) this.#hasTypes = message.readInt32BE(4) === STARTUP_VERSION;
      whole.push(message);
      this.#rest = this.#rest.subarray(length);
    }
    return whole;
  }

  /** The length includes its own four bytes and not the type; Infinity while even that has not arrived. */
  #nextLength() {
    const before = this.#hasTypes ? 1 : 0;
    return this.#rest.length < before + 4 ? Infinity : before + this.#rest.readInt32BE(before);
  }
}

const typeOf = (message) => String.fromCharCode(message[0]);
const QUERY = 'Q';
const COMMAND_COMPLETE = 'C';

/** Whether a client's message, once the server reads it, commits. */
export const isCommit = (message) =>
  typeOf(message) === QUERY && /\bCOMMIT\b/i.test(message.subarray(5).toString('latin1'));

/** Whether a server's message says what became of a COMMIT: that it is done, or that it was turned into a ROLLBACK. */
export const isCommitAnswer = (message) =>
  typeOf(message) === COMMAND_COMPLETE && /^(COMMIT|ROLLBACK)\0/.test(message.subarray(5).toString('latin1'));
