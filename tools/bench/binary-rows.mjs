// Rows in COPY's binary format, which avoids formatting and parsing numbers as text.

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);
/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_MS = 946_684_800_000;
const MAX_ROW_BYTES = 4_096;

export class BinaryRows {
  #buffer = Buffer.allocUnsafe(4 * 2 ** 20);
  #used = 0;

  /** Starts a row; add each field with the method of its type. */
  row(fields) {
    if (this.#used + MAX_ROW_BYTES > this.#buffer.length) {
      this.#buffer = Buffer.concat([this.#buffer], 2 * this.#buffer.length);
    }
    this.#used = this.#buffer.writeInt16BE(fields, this.#used);
    return this;
  }

  null() {
    this.#used = this.#buffer.writeInt32BE(-1, this.#used);
    return this;
  }

  bytes(bytes) {
    this.#used = this.#buffer.writeInt32BE(bytes.length, this.#used);
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
    return this;
  }

  /** ASCII only; `undefined` is NULL. */
  text(text) {
    if (text === undefined) return this.null();
    this.#used = this.#buffer.writeInt32BE(text.length, this.#used);
    this.#used += this.#buffer.latin1Write(text, this.#used);
    return this;
  }

  jsonb(text) {
    const VERSION = 1;
    this.#used = this.#buffer.writeInt32BE(text.length + 1, this.#used);
    this.#used = this.#buffer.writeUInt8(VERSION, this.#used);
    this.#used += this.#buffer.latin1Write(text, this.#used);
    return this;
  }

  bigint(number) {
    this.#used = this.#buffer.writeInt32BE(8, this.#used);
    this.#used = this.#buffer.writeInt32BE(Math.floor(number / 2 ** 32), this.#used);
    this.#used = this.#buffer.writeUInt32BE(number >>> 0, this.#used);
    return this;
  }

  time(milliseconds) {
    return milliseconds === undefined ? this.null() : this.bigint((milliseconds - EPOCH_MS) * 1_000);
  }

  /** Returns the rows since the last call as a complete COPY stream. */
  take() {
    const stream = Buffer.concat([SIGNATURE, this.#buffer.subarray(0, this.#used), TRAILER]);
    this.#used = 0;
    return stream;
  }
}
