// COPY … FROM STDIN over pg, which implements the protocol messages but has no API for it.
import { once } from 'node:events';
import pg from 'pg';

const CHUNK_BYTES = 2 ** 18;

/** Sends rows in COPY's binary format. Resolves when the server has received all of them. */
export function copyIn(client, target, rows) {
  return new Promise((resolve, reject) => {
    const text = `COPY ${target} FROM STDIN (FORMAT binary)`;
    client.query(new CopyIn(text, rows, (error) => (error ? reject(error) : resolve())));
  });
}

class CopyIn extends pg.Query {
  #rows;

  constructor(text, rows, callback) {
    super(text, undefined, callback);
    this.#rows = rows;
  }

  handleCopyInResponse(connection) {
    this.#send(connection).catch((error) => connection.sendCopyFail(error.message));
  }

  async #send(connection) {
    for (let sent = 0; sent < this.#rows.length; sent += CHUNK_BYTES) {
      connection.sendCopyFromChunk(this.#rows.subarray(sent, sent + CHUNK_BYTES));
      // Backpressure: otherwise all rows are buffered in memory.
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
    }
    connection.endCopyFrom();
  }
}
