import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../../test/support/until.js';
import { shareReading } from './shared-reading.js';

describe('connections that share what they read into', () => {
  let server: Server;
  let clients: Socket[];
  let served: Socket[];
  /** What each connection has been told, and the memory that it was told it in. */
  let told: string[];
  let memory: Set<ArrayBufferLike>;

  beforeEach(async () => {
    [clients, served, told, memory] = [[], [], [], new Set()];
    server = createServer((socket) => {
      const index = served.push(socket) - 1;
      told.push('');
      socket.on('data', (chunk: Buffer) => {
        told[index] = `${told[index] ?? ''}${chunk.toString('latin1')}`;
        memory.add(chunk.buffer);
      });
      socket.on('error', () => undefined);
      shareReading(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    for (const index of [0, 1]) {
      const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
      clients.push(client.on('error', () => undefined));
      await until('the connection', () => served.length === index + 1);
    }
  });
  afterEach(() => {
    for (const socket of [...clients, ...served]) socket.destroy();
    server.close();
  });

  const send = (index: number, text: string) => clients[index]?.write(text);
  const untilTold = (index: number, text: string) => until('what was sent', () => told[index] === text);

  it('are each told what was sent to them', async () => {
    for (const word of ['one', 'two', 'three']) {
      send(0, `a ${word} `);
      send(1, `b ${word} `);
    }
    await untilTold(0, 'a one a two a three ');
    await untilTold(1, 'b one b two b three ');
  });

  it('read all of it into the same memory', async () => {
    send(0, 'a');
    await untilTold(0, 'a');
    send(1, 'b'.repeat(1_000_000));
    await untilTold(1, 'b'.repeat(1_000_000));
    expect(memory.size).toBe(1);
  });

  it('wait while they are paused, and lose nothing', async () => {
    served[0]?.pause();
    send(0, 'later');
    send(1, 'now');
    await untilTold(1, 'now');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(told[0]).toBe('');
    served[0]?.resume();
    await untilTold(0, 'later');
  });

  it('are told of the end', async () => {
    const end = once(served[0] as Socket, 'end');
    clients[0]?.end('last');
    await end;
    expect(told[0]).toBe('last');
  });

  it('are told of a connection that broke off', async () => {
    clients[0]?.resetAndDestroy();
    await until('the close', () => served[0]?.destroyed === true);
    send(1, 'still here');
    await untilTold(1, 'still here');
  });
});

it('leaves an encrypted connection as it is', () => {
  const socket = new TLSSocket(new PassThrough());
  const kept = () => Object.getOwnPropertySymbols(socket).map((key) => Reflect.get(socket, key) as unknown);
  const before = kept();
  shareReading(socket);
  expect(kept()).toEqual(before);
  socket.destroy();
});
