import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../../test/support/until.js';
import { methodOfWholeRequest, SwiftRefusals } from './swift-refusals.js';

const methodOf = (text: string): string | undefined => methodOfWholeRequest(Buffer.from(text, 'latin1'));

const POST = 'POST /v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\n';

describe('a packet', () => {
  it('is a whole request when nothing is missing and nothing follows', () => {
    expect(methodOf(`${POST}Content-Length: 2\r\n\r\n{}`)).toBe('POST');
    expect(methodOf(`${POST}content-length:2\r\nConnection: Keep-Alive\r\n\r\n{}`)).toBe('POST');
    expect(methodOf('GET /v1/account HTTP/1.1\r\nhost: x\r\n\r\n')).toBe('GET');
    expect(methodOf('DELETE /v1/transactions/txn_1?a=b HTTP/1.1\r\n\r\n')).toBe('DELETE');
  });

  it.each([
    ['its head is not whole', `${POST}content-length: 2\r\n`],
    ['its body is not whole', `${POST}content-length: 3\r\n\r\n{}`],
    ['another request follows', `${POST}content-length: 2\r\n\r\n{}GET /v1/account HTTP/1.1\r\n\r\n`],
    ['it has a body without a length', `${POST}\r\n{}`],
    ['it gives its length twice', `${POST}content-length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ['its length is no plain number', `${POST}content-length: +2\r\n\r\n{}`],
    [
      'its length is told with a space before the colon and another one without',
      `${POST}content-length : 2\r\ncontent-length: 0\r\n\r\n{}`,
    ],
    ['its length is told on a line that a bare line feed breaks', `${POST}content-length: 2\nx: y\r\n\r\n`],
    ['it comes in pieces', `${POST}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['its connection shall be closed', `${POST}connection: close\r\ncontent-length: 2\r\n\r\n{}`],
    ['it asks to go on', `${POST}expect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`],
    ['it asks for another protocol', `${POST}upgrade: websocket\r\ncontent-length: 2\r\n\r\n{}`],
    ['it has an id of its own', `${POST}x-request-id: mine\r\ncontent-length: 2\r\n\r\n{}`],
    ['it is of an older version', 'GET /v1/account HTTP/1.0\r\n\r\n'],
    ['it is about health', 'GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['it is of another method', 'OPTIONS /v1/account HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['it begins in the middle', `x: y\r\n${POST}content-length: 2\r\n\r\n{}`],
  ])('is none when %s', (_, text) => {
    expect(methodOf(text)).toBeUndefined();
  });
});

describe('a watched connection', () => {
  const PLAIN = Buffer.from('GET /v1/account HTTP/1.1\r\nhost: x\r\n\r\n');
  const OTHER = Buffer.from('OPTIONS /v1/account HTTP/1.1\r\nhost: x\r\n\r\n');
  let server: Server;
  let client: Socket;
  /** The server's end of the connection: what it emits as data has come in one turn of the event loop. */
  let served: Socket;
  let received: string;

  beforeEach(async () => {
    const head = 'HTTP/1.1 503 Swift\r\ncontent-length: 2\r\n';
    const swift = new SwiftRefusals({ isSwamped: () => true, head, body: '{}', onRefusal: () => undefined });
    server = createServer((request, response) => {
      served = request.socket;
      swift.note(request, response);
      response.writeHead(503, 'Ordinary').end('{}');
      swift.watch(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    received = '';
    client.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    // The second one takes the ordinary way too: only then is it sure that the first left nothing behind.
    for (const count of [1, 2]) {
      client.write(PLAIN);
      await answers(count);
      await new Promise(setImmediate);
    }
  });
  afterEach(() => {
    client.destroy();
    server.close();
  });

  const told = (): string[] => [...received.matchAll(/HTTP\/1\.1 503 (\w+)/g)].map(([, word]) => word ?? '');
  async function answers(count: number): Promise<string[]> {
    while (told().length < count) await once(client, 'data');
    return told();
  }

  it('is answered once all that came in has been read', async () => {
    served.emit('data', PLAIN);
    expect(served.bytesWritten).toBe(Buffer.byteLength(received));
    expect(await answers(3)).toEqual(['Ordinary', 'Ordinary', 'Swift']);
  });

  it('is answered in the order of its requests, whichever way they take', async () => {
    for (const packet of [PLAIN, PLAIN, OTHER]) served.emit('data', packet);
    expect(await answers(5)).toEqual(['Ordinary', 'Ordinary', 'Swift', 'Swift', 'Ordinary']);
  });

  it('is left alone when the caller is gone before its answer', async () => {
    served.emit('data', PLAIN);
    served.destroy();
    await once(client, 'close');
    expect(told()).toEqual(['Ordinary', 'Ordinary']);
  });
});

describe('a connection that is watched while something is under way on it', () => {
  const PLAIN = 'GET /v1/account HTTP/1.1\r\nhost: x\r\n\r\n';
  let isSwamped: boolean;
  let server: Server;
  let client: Socket;
  let received: string;
  let served: string[];

  beforeEach(async () => {
    [isSwamped, received, served] = [true, '', []];
    const head = 'HTTP/1.1 503 Swift\r\ncontent-length: 2\r\n';
    const parts = { isSwamped: () => isSwamped, head, body: '{}', onRefusal: () => undefined };
    const swift = new SwiftRefusals(parts);
    server = createServer((request, response) => {
      swift.note(request, response);
      if (!isSwamped || request.url === '/health/ready') {
        served.push(`${request.method ?? ''} ${request.url ?? ''}`);
        setTimeout(() => response.writeHead(200, 'Served').end('{}'), 20);
        return;
      }
      response.writeHead(503, 'Ordinary').end('{}');
      swift.watch(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', noDelay: true });
    client.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  });
  afterEach(() => {
    client.destroy();
    server.close();
  });

  const told = () => [...received.matchAll(/HTTP\/1\.1 \d+ (\w+)/g)].map(([, word]) => word);
  const untilTold = (count: number) => until(`${count} answers`, () => told().length >= count);
  /** One packet, and time enough for it to arrive as one. */
  const send = async (packet: string) => {
    client.write(packet);
    await new Promise((resolve) => setTimeout(resolve, 50));
  };

  it('never takes the rest of a head for a request, which would make the next one its end', async () => {
    await send(PLAIN);
    await send('DELETE /v1/account HTTP/1.1\r\nhost: x\r\nx-pad: ');
    await send('GET /v1/a HTTP/1.1\r\nhost-2: x\r\n\r\n');
    await untilTold(2);
    isSwamped = false;
    await send('GET /v1/users HTTP/1.1\r\nhost: x\r\n\r\n');
    await untilTold(3);
    expect(served).toEqual(['GET /v1/users']);
  });

  it('never takes the rest of a body for a request either', async () => {
    const hidden = `${PLAIN}DELETE /v1/account HTTP/1.1\r\nx-pad: `;
    const seeming = `GET /v1/a HTTP/1.1\r\ncontent-length: ${hidden.length}\r\n\r\n`;
    await send(PLAIN);
    await send(PLAIN);
    await send(`POST /v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: ${seeming.length}\r\n\r\n`);
    await send(seeming + hidden);
    await send(PLAIN);
    isSwamped = false;
    const before = told().length;
    await send('GET /v1/users HTTP/1.1\r\nhost: x\r\n\r\n');
    await untilTold(before + 1);
    // The parser was left in the middle of a head; the two that came after it are part of that, and of nothing else.
    expect(served).toEqual(['GET /v1/users']);
  });

  it('answers those that came together before one that came later', async () => {
    await send(`${PLAIN}GET /health/ready HTTP/1.1\r\nhost: x\r\n\r\n`);
    await send(PLAIN);
    await untilTold(3);
    expect(told()).toEqual(['Ordinary', 'Served', 'Ordinary']);
  });
});
