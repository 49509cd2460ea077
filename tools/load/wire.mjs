// HTTP by hand over kept connections: a full client would take as much of the machine as the service it loads.
import { connect } from 'node:net';

/** What every connection reads into, one after the other: a buffer for each answer would cost more than the answer. */
const ARRIVALS = Buffer.alloc(65_536);

export function bytesOf({ method, path, token, accountId, body }, host) {
  const content = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(accountId === undefined ? [] : [`x-account-id: ${accountId}`]),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`, 'latin1');
}

/** One connection, one request at a time. `onAnswer` gets the status, the whole answer, and what was given to `send`. */
export class Wire {
  #socket;
  #received = '';
  #waiting;
  #needed = 0;

  constructor({ hostname, port }, { onReady, onAnswer, onLost }) {
    const callback = (length) => {
      this.#take(ARRIVALS.latin1Slice(0, length), onAnswer);
      return true;
    };
    const onread = { buffer: ARRIVALS, callback };
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
    this.#socket.once('connect', () => onReady(this));
    const lose = () => onLost(this, this.#waiting);
    this.#socket.on('error', () => {});
    this.#socket.once('close', lose);
  }

  send(bytes, context) {
    this.#waiting = context;
    this.#socket.write(bytes);
  }

  end() {
    this.#socket.removeAllListeners('close');
    this.#socket.end();
  }

  #take(text, onAnswer) {
    this.#received = this.#received === '' ? text : this.#received + text;
    if (this.#needed === 0) {
      const headEnd = this.#received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const at = this.#received.indexOf('content-length: ');
      this.#needed = headEnd + 4 + (at === -1 ? 0 : parseInt(this.#received.slice(at + 16, at + 26), 10));
    }
    if (this.#received.length < this.#needed) return;
    const answer = this.#received;
    const context = this.#waiting;
    this.#received = '';
    this.#needed = 0;
    this.#waiting = undefined;
    onAnswer(this, answer.slice(9, 12), answer, context);
  }
}
