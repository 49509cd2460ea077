import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from './until.js';

export interface ReceivedResponse {
  readonly status: number;
  readonly head: string;
  readonly text: string;
}

/** A TCP connection: each write is a packet, and responses are read in order. */
export class RawConnection {
  private readonly socket: Socket;
  private received = '';

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.socket.on('data', (chunk) => (this.received += chunk.toString('latin1')));
    this.socket.on('error', () => undefined);
  }

  get isClosed(): boolean {
    return this.socket.destroyed;
  }

  write(text: string): void {
    this.socket.write(text, 'latin1');
  }

  /** The next response, or undefined if the connection ends before. */
  async nextResponse(): Promise<ReceivedResponse | undefined> {
    let end = 0;
    const isComplete = (): boolean => {
      const headEnd = this.received.indexOf('\r\n\r\n');
      end = headEnd + 4 + Number(/content-length: (\d+)/i.exec(this.received)?.[1] ?? 0);
      return headEnd !== -1 && this.received.length >= end;
    };
    await until('the next response', () => isComplete() || this.isClosed);
    if (!isComplete()) return undefined;
    const response = this.received.slice(0, end);
    this.received = this.received.slice(end);
    const [head = '', text = ''] = response.split('\r\n\r\n');
    return { status: Number(head.slice(9, 12)), head, text };
  }

  async closed(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close');
  }

  end(): void {
    this.socket.destroy();
  }
}
