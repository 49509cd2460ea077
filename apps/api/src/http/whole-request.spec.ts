import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { methodOfWholeRequest } from './whole-request.js';

const methodOf = (text: string): string | undefined => methodOfWholeRequest(Buffer.from(text, 'latin1'));

const POST = 'POST /v1/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\n';

describe('a packet', () => {
  it('is a whole request when nothing is missing and nothing follows', () => {
    expect(methodOf(`${POST}Content-Length: 2\r\n\r\n{}`)).toBe('POST');
    expect(methodOf(`${POST}content-length:2\r\nConnection: Keep-Alive\r\n\r\n{}`)).toBe('POST');
    expect(methodOf('GET /v1/account HTTP/1.1\r\nhost: x\r\n\r\n')).toBe('GET');
    expect(methodOf('PATCH /v1/users/me HTTP/1.1\r\nConnected: x\r\ncontent-kind: {}\r\n\r\n')).toBe('PATCH');
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
    [
      'its length is told on a line that a bare line feed breaks',
      `${POST}content-length: 2\nxy: z\r\n\r\n{}`,
    ],
    ['its length is told on a line that a bare return breaks', `${POST}content-length: 2\rxy: z\r\n\r\n{}`],
    ['its length goes on in the next line', `${POST}content-length: 2\r\n 3\r\n\r\n{}`],
    ['a header has no name', `${POST}: 2\r\ncontent-length: 2\r\n\r\n{}`],
    ['a line of its head is no header', `${POST}content-length\r\ncontent-length: 2\r\n\r\n{}`],
    ['its head ends in a bare return', `${POST}content-length: 0\r\n\r`],
    ['its address holds what no address may', 'GET /v1/caf\xe9 HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['it comes in pieces', `${POST}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['it comes in pieces that are yet to come', `${POST}transfer-encoding: chunked\r\n\r\n`],
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

describe('what is taken for a whole request', () => {
  const NEXT = 'GET /v1/next HTTP/1.1\r\nhost: x\r\n\r\n';

  /** What Node makes of a packet, and then of a plain request, where both come on one connection. */
  async function readByNode(packet: string): Promise<{ alone: string[]; withNext: string[] }> {
    const read: string[] = [];
    const server = createServer({ requireHostHeader: false }, (request, response) => {
      request.resume().on('end', () => {
        read.push(`${request.method ?? ''} ${request.url ?? ''}`);
        response.end();
      });
    });
    server.on('clientError', () => read.push('none'));
    const connection = new Duplex({
      read: () => undefined,
      write: (_chunk, _encoding, done) => {
        done();
      },
    });
    server.emit('connection', connection);
    const send = async (text: string) => {
      connection.push(Buffer.from(text, 'latin1'));
      for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
      return [...read];
    };
    const alone = await send(packet);
    const withNext = await send(NEXT);
    connection.destroy();
    return { alone, withNext };
  }

  const text = (...options: string[]) => fc.constantFrom(...options);
  const line = text(
    ...[
      'host: x',
      'Content-Type: application/json',
      'content-length: 2',
      'Content-Length:2',
      'content-length: 0',
    ],
    ...[
      'content-length : 2',
      'content-length: 2\nx: y',
      'content-length: 2\r x',
      'content-length: 0x2',
      ' 2',
    ],
    ...[
      'transfer-encoding: chunked',
      'Connection: keep-alive',
      'connection: close',
      'x-a: \x7f',
      'y: caf\xe9',
    ],
    ...['expect: 100-continue', 'upgrade: h2c', 'content-length', ': 2', 'a:', 'transfer-encoding : chunked'],
  );
  const packets = fc
    .record({
      first: text(
        'GET /v1/a HTTP/1.1',
        'POST /v1/b?c=d HTTP/1.1',
        'PATCH /v1/\xe9 HTTP/1.1',
        'DELETE /v1/x  HTTP/1.1',
      ),
      lines: fc.array(line, { maxLength: 4 }),
      end: text('\r\n\r\n', '\r\n\r\n', '\r\n\r', '\n\n', '\r\n'),
      body: text('', '{}', '{}x', '0\r\n\r\n', NEXT),
    })
    .map(({ first, lines, end, body }) => [first, ...lines].join('\r\n') + end + body);

  it('is one for Node as well, which then reads the next, or nothing that Node would take', async () => {
    let whole = 0;
    await fc.assert(
      fc.asyncProperty(packets, async (packet) => {
        const method = methodOf(packet);
        if (method === undefined) return;
        whole += 1;
        const { alone, withNext } = await readByNode(packet);
        if (alone[0] === 'none') return;
        expect(alone).toEqual([expect.stringMatching(`^${method} /v1/`)]);
        expect(withNext).toEqual([...alone, 'GET /v1/next']);
      }),
      { numRuns: 20_000 },
    );
    expect(whole).toBeGreaterThan(100);
  });
});
