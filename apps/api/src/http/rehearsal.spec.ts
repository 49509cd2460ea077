import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { rehearse } from './rehearsal.js';

describe('a rehearsal', () => {
  it('sends requests to a server that does not listen yet, and leaves no connection behind', async () => {
    const [sockets, bodies] = [new Set<Socket>(), new Set<string>()];
    let answered = 0;
    const server = createServer((request, response) => {
      sockets.add(request.socket);
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        bodies.add(body);
        answered += 1;
        response.writeHead(503).end('{}');
      });
    });
    await rehearse((socket) => server.emit('connection', socket));
    expect([answered, sockets.size, [...bodies]]).toEqual([480, 80, ['{"amount":1}']]);
    for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
    expect(server.listening).toBe(false);
  });

  it('does not wait for others who found the way in, and lets in nobody after it', async () => {
    const taken: Socket[] = [];
    let stranger: Socket | undefined;
    await rehearse((socket) => {
      taken.push(socket);
      stranger ??= connect(socket.localPort ?? 0, '127.0.0.1');
      // Whoever says nothing is kept, which is the stranger alone.
      socket.once('data', () => socket.destroy());
    });
    const kept = taken.filter((socket) => !socket.destroyed);
    expect(kept.map(({ remotePort }) => remotePort)).toEqual([stranger?.localPort]);
    const late = connect(kept[0]?.localPort ?? 0, '127.0.0.1');
    await expect(once(late, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    for (const socket of [...kept, stranger]) socket?.destroy();
  });

  it('ends even if everybody hangs up', async () => {
    let taken = 0;
    await rehearse((socket) => {
      taken += 1;
      socket.resetAndDestroy();
    });
    expect(taken).toBe(80);
  });
});
