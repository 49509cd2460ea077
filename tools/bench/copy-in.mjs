// COPY … FROM STDIN over pg, which speaks the protocol but offers no way to use it.
import { once } from 'node:events';
import pg from 'pg';

const CHUNK_BYTES = 2 ** 18;

/** Sends rows in COPY's binary format, and answers when the server has taken all of them. */
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
      // What the server has not taken yet waits in this process's memory otherwise.
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
    }
    connection.endCopyFrom();
  }
}
