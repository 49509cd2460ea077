import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const ROUNDS = 10;
const CALLERS_AT_ONCE = 8;
const REQUESTS_OF_EACH = 6;
const PATIENCE_MS = 5_000;

const CONTENT = '{"amount":1}';
const REQUEST =
  'POST /v1/transactions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
  `content-length: ${CONTENT.length}\r\n\r\n${CONTENT}`;

/**
 * Sends requests over real connections of its own, to whoever takes those, and returns when all have been answered.
 *
 * What is done often is compiled for the kinds of objects that it was done with so far, and what comes with another kind
 * throws that away. To a process that has refused nobody yet, the first refusals are of another kind nearly everywhere
 * between the parser and the connection: they would slow down all it does, just when it has the least time. One that has
 * refused some before it serves anybody is compiled for both.
 */
export async function rehearse(take: (socket: Socket) => void): Promise<void> {
  const door = createServer(take);
  try {
    await once(door.listen(0, '127.0.0.1'), 'listening');
  } catch {
    // Without a loopback address nothing is rehearsed, and nothing else is amiss.
    return;
  }
  const { port } = door.address() as AddressInfo;
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all(Array.from({ length: CALLERS_AT_ONCE }, () => call(port)));
  // Not waited for: some other program of this machine may have come in, and stay.
  door.close();
}

async function call(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  let left = REQUESTS_OF_EACH;
  const ask = (): void => {
    if (left === 0) socket.destroy();
    else socket.write(REQUEST);
    left -= 1;
  };
  socket.on('connect', ask);
  socket.on('data', ask);
  // Whoever hangs up or says nothing has been asked enough.
  socket.on('error', () => undefined);
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  await new Promise((resolve) => socket.once('close', resolve));
}
