import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabasePool } from './database-pool.js';

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
/** The response to SHOW transaction_read_only: one column of text, one row, the command tag. */
const WRITABLE = Buffer.concat([
  message(
    'T',
    Buffer.concat([
      Buffer.from([0, 1]),
      Buffer.from('transaction_read_only\0'),
      Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
    ]),
  ),
  message('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 3]), Buffer.from('off')])),
  message('C', Buffer.from('SHOW\0')),
]);
const GOING_DOWN = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
);

describe('a connection to a server that shuts down during the connect', () => {
  let server: Server;

  beforeEach(async () => {
    // When the process is busy, the response and the end arrive in one packet, before a borrower could add a listener.
    server = createServer((socket) => {
      socket.once('data', () => {
        socket.once('data', () => socket.end(Buffer.concat([WRITABLE, READY, GOING_DOWN])));
        socket.write(Buffer.concat([AUTHENTICATED, READY]));
      });
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    server.close();
  });

  it('rejects the caller and does not crash the process', async () => {
    const url = `postgres://florin@127.0.0.1:${(server.address() as AddressInfo).port}/florin`;
    const uncaught: unknown[] = [];
    const catcher = (error: unknown): void => void uncaught.push(error);
    process.on('uncaughtException', catcher);
    const pool = new DatabasePool({ connectionString: url, query_timeout: 1_000 });
    pool.on('error', () => undefined);
    const query = pool.connect().then(async (client) => {
      try {
        return await client.query('SELECT 1');
      } finally {
        client.release(true);
      }
    });
    await expect(query).rejects.toThrow(/connection/i);
    await pool.end();
    process.off('uncaughtException', catcher);
    expect(uncaught).toEqual([]);
  });
});

describe('a timeout while a new connection is verified', () => {
  it('does not cost the pool a connection', async () => {
    const verifying: (() => void)[] = [];
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.on('data', (sent) => {
          if (sent.toString('latin1', 0, 1) === 'Q')
            verifying.push(() => socket.write(Buffer.concat([WRITABLE, READY])));
        });
        socket.write(Buffer.concat([AUTHENTICATED, READY]));
      });
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `postgres://florin@127.0.0.1:${(server.address() as AddressInfo).port}/florin`;
    const pool = new DatabasePool({ connectionString: url, max: 1, connectionTimeoutMillis: 200 });
    const borrow = () =>
      new Promise<(error?: boolean) => void>((resolve, reject) => {
        pool.connect((error, _client, release) => {
          if (error === undefined) resolve(release);
          else reject(error);
        });
      });
    const nextVerification = async () => {
      while (verifying.length === 0) await setImmediate();
      return verifying.shift();
    };

    const first = borrow();
    (await nextVerification())?.();
    const release = await first;
    const second = borrow();
    release(true);
    const verify = await nextVerification();
    await expect(second).rejects.toThrow('timeout exceeded when trying to connect');
    verify?.();
    (await borrow())();

    await pool.end();
    server.close();
  });
});
