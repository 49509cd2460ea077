// Splits the streams of a PostgreSQL connection into protocol messages.

const STARTUP_VERSION = 196_608;

/** `add` returns the messages that are complete. */
export class Messages {
  #rest = Buffer.alloc(0);
  #hasTypes;

  /** Messages of a server always have a type byte; the startup message of a client has none. */
  constructor({ hasTypes }) {
    this.#hasTypes = hasTypes;
  }

  add(chunk) {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const complete = [];
    for (let length = this.#nextLength(); length <= this.#rest.length; length = this.#nextLength()) {
      const message = this.#rest.subarray(0, length);
      if (!this.#hasTypes) this.#hasTypes = message.readInt32BE(4) === STARTUP_VERSION;
      complete.push(message);
      this.#rest = this.#rest.subarray(length);
    }
    return complete;
  }

  /** The length field includes itself but not the type byte. Infinity until it has arrived. */
  #nextLength() {
    const before = this.#hasTypes ? 1 : 0;
    return this.#rest.length < before + 4 ? Infinity : before + this.#rest.readInt32BE(before);
  }
}

const typeOf = (message) => String.fromCharCode(message[0]);
const QUERY = 'Q';
const COMMAND_COMPLETE = 'C';

export const isCommit = (message) =>
  typeOf(message) === QUERY && /\bCOMMIT\b/i.test(message.subarray(5).toString('latin1'));

/** The server responds to the COMMIT of a failed SQL transaction with ROLLBACK. */
export const isCommitAnswer = (message) =>
  typeOf(message) === COMMAND_COMPLETE && /^(COMMIT|ROLLBACK)\0/.test(message.subarray(5).toString('latin1'));
