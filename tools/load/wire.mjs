// A minimal HTTP/1.1 client over kept-alive connections: a full client would use as much CPU time as the service.
import { connect } from 'node:net';

/** Shared by all connections to avoid an allocation for each response. */
const RECEIVE_BUFFER = Buffer.alloc(65_536);

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

/** One request at a time. `onResponse` gets the status, the whole response, and the context given to `send`. */
export class Wire {
  #socket;
  #received = '';
  #context;
  #needed = 0;

  constructor({ hostname, port }, { onReady, onResponse, onLost }) {
    const callback = (length) => {
      this.#receive(RECEIVE_BUFFER.latin1Slice(0, length), onResponse);
      return true;
    };
    const onread = { buffer: RECEIVE_BUFFER, callback };
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
    this.#socket.once('connect', () => onReady(this));
    const lose = () => onLost(this, this.#context);
    this.#socket.on('error', () => {});
    this.#socket.once('close', lose);
  }

  send(bytes, context) {
    this.#context = context;
    this.#socket.write(bytes);
  }

  end() {
    this.#socket.removeAllListeners('close');
    this.#socket.end();
  }

  #receive(text, onResponse) {
    this.#received = this.#received === '' ? text : this.#received + text;
    if (this.#needed === 0) {
      const headEnd = this.#received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const at = this.#received.indexOf('content-length: ');
      this.#needed = headEnd + 4 + (at === -1 ? 0 : parseInt(this.#received.slice(at + 16, at + 26), 10));
    }
    if (this.#received.length < this.#needed) return;
    const response = this.#received;
    const context = this.#context;
    this.#received = '';
    this.#needed = 0;
    this.#context = undefined;
    onResponse(this, response.slice(9, 12), response, context);
  }
}
