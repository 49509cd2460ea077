import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../../test/support/until.js';
import { SwiftRefusals } from './swift-refusals.js';

const swiftRefusals = (isSwamped: () => boolean): SwiftRefusals =>
  new SwiftRefusals({
    isSwamped,
    head: 'HTTP/1.1 503 Swift\r\ncontent-length: 2\r\n',
    body: '{}',
    onRefusal: () => undefined,
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
    const swift = swiftRefusals(() => true);
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
    client.write(PLAIN);
    await answers(1);
    await new Promise(setImmediate);
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
    expect(await answers(2)).toEqual(['Ordinary', 'Swift']);
  });

  it('is answered in the order of its requests, whichever way they take', async () => {
    for (const packet of [PLAIN, PLAIN, OTHER]) served.emit('data', packet);
    expect(await answers(4)).toEqual(['Ordinary', 'Swift', 'Swift', 'Ordinary']);
  });

  it('is left alone when the caller is gone before its answer', async () => {
    served.emit('data', PLAIN);
    served.destroy();
    await once(client, 'close');
    expect(told()).toEqual(['Ordinary']);
  });
});

describe('a connection that is watched while something is under way on it', () => {
  const PLAIN = 'GET /v1/account HTTP/1.1\r\nhost: x\r\n\r\n';
  const BEGUN = 'DELETE /v1/account HTTP/1.1\r\nhost: x\r\nx-pad: ';
  let isSwamped: boolean;
  let server: Server;
  let client: Socket;
  let received: string;
  let served: string[];

  beforeEach(async () => {
    [isSwamped, received, served] = [true, '', []];
    const swift = swiftRefusals(() => isSwamped);
    server = createServer((request, response) => {
      swift.note(request, response);
      if (!isSwamped || request.url === '/health/ready') {
        served.push(`${request.method ?? ''} ${request.url ?? ''}`);
        setTimeout(() => response.writeHead(200, 'Served').end('{}'), 20);
        return;
      }
      swift.watch(request, response);
      const refuse = () => response.writeHead(503, 'Ordinary').end('{}');
      if (request.url === '/v1/slow') setTimeout(refuse, 100);
      else refuse();
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

  it('is answered swiftly from the second request on, with a body or without', async () => {
    await send('POST /v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nbody');
    await untilTold(1);
    await send(PLAIN);
    await untilTold(2);
    expect(told()).toEqual(['Ordinary', 'Swift']);
  });

  it('takes the ordinary way once more when the first request did not come as a packet of its own', async () => {
    await send('POST /v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n');
    await send('body');
    for (const count of [2, 3]) {
      await send(PLAIN);
      await untilTold(count);
    }
    expect(told()).toEqual(['Ordinary', 'Ordinary', 'Swift']);
  });

  it.each([
    {
      name: 'whose head ends in a packet that shows little of it',
      packets: ['POST /v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n', '\r\nbodyD'],
    },
    {
      name: 'whose body comes in chunks',
      packets: ['POST /v1/x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n'],
    },
    {
      name: 'that another followed before it was answered',
      packets: ['GET /v1/slow HTTP/1.1\r\nhost: x\r\n\r\n', 'DELETE /v1/account HTTP/1.1\r'],
    },
    {
      name: 'that is hidden in what seems to be another',
      // The body of one that is served is the beginning of the packet, up to where a header seems to tell something.
      served: `POST /v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: 48\r\n\r\n`,
      packets: [
        'POST /v1/x HTTP/1.1\r\ncontent-length: 22\r\nx-pad: ' +
          'POST /v1/x HTTP/1.1\r\nhost: x\r\n\r\nDELETE /v1/a HTTP/1.1\r',
      ],
    },
  ])('does not pass over what is left of a first request $name', async ({ served: before, packets }) => {
    if (before !== undefined) {
      isSwamped = false;
      await send(before);
      await untilTold(1);
      isSwamped = true;
    }
    for (const packet of packets) await send(packet);
    await until('a refusal', () => told().includes('Ordinary'));
    await send(PLAIN);
    // Behind what is left, it is no request at all.
    await until('the end', () => client.readableEnded);
    expect(told()).toEqual([...(before === undefined ? [] : ['Served']), 'Ordinary', 'Bad']);
  });

  it.each([
    { began: 'in the packet of another', packets: [PLAIN + BEGUN] },
    { began: 'in a packet of its own', packets: [PLAIN, BEGUN] },
  ])(
    'never takes the rest of a head that began $began for a request, which would make the next one its end',
    async ({ packets }) => {
      for (const packet of packets) await send(packet);
      await send('GET /v1/a HTTP/1.1\r\nhost-2: x\r\n\r\n');
      await untilTold(2);
      isSwamped = false;
      await send('GET /v1/users HTTP/1.1\r\nhost: x\r\n\r\n');
      await untilTold(3);
      expect(served).toEqual(['GET /v1/users']);
    },
  );

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

describe('requests that are served on watched connections', () => {
  it('keep what they read, whatever others send meanwhile', async () => {
    let isSwamped = true;
    const swift = swiftRefusals(() => isSwamped);
    const bodies = new Map<string, Buffer[]>();
    const server = createServer((request, response) => {
      swift.note(request, response);
      if (isSwamped) {
        response.writeHead(503, 'Ordinary').end('{}');
        swift.watch(request, response);
        return;
      }
      const chunks: Buffer[] = [];
      bodies.set(request.url ?? '', chunks);
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => response.end('{}'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const clients = await Promise.all(
      [1, 2].map(async () => {
        const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay();
        client.write('GET /v1/account HTTP/1.1\r\nhost: x\r\n\r\n');
        await once(client, 'data');
        return client;
      }),
    );
    const arrived = (path: string) => Buffer.concat(bodies.get(path) ?? []).toString('latin1');
    isSwamped = false;

    for (const [index, client] of clients.entries()) {
      client.write(
        `POST /v1/${index} HTTP/1.1\r\nhost: x\r\ncontent-length: 8\r\n\r\n${'ab'[index]?.repeat(4)}`,
      );
      await until('the first half', () => arrived(`/v1/${index}`).length === 4);
    }
    for (const [index, client] of clients.entries()) {
      client.write('cd'[index]?.repeat(4) ?? '');
      await until('the second half', () => arrived(`/v1/${index}`).length === 8);
    }

    expect([arrived('/v1/0'), arrived('/v1/1')]).toEqual(['aaaacccc', 'bbbbdddd']);
    for (const client of clients) client.destroy();
    server.close();
  });
});
