import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** What every connection reads into that shares it, one after the other. */
const ARRIVALS = Buffer.allocUnsafeSlow(65_536);

type OnRead = (length: number) => boolean;
interface Reading {
  readonly buffer: symbol;
  readonly callback: symbol;
}

/**
 * Where Node keeps what a connection made with `onread` reads into, and whom it tells. Such a connection shows where:
 * Node lets clients make them, and connections of servers are of the same class, but there is no documented way.
 */
const READING = findReading();

function findReading(): Reading | undefined {
  const callback: OnRead = () => true;
  const socket = new Socket({ onread: { buffer: ARRIVALS, callback } });
  const kept = Object.getOwnPropertySymbols(socket);
  const find = (value: unknown) => kept.find((key) => Reflect.get(socket, key) === value);
  const [atBuffer, atCallback] = [find(ARRIVALS), find(callback)];
  return atBuffer && atCallback && { buffer: atBuffer, callback: atCallback };
}

/**
 * From now on what comes in on a connection is read into one buffer of all such connections, so that nothing is allocated
 * for it, and told as `data`, past the stream. It stays there until the listeners have returned, and no longer.
 *
 * A connection for which Node does not offer this is left as it is, and so is an encrypted one: to decrypt costs more than
 * this would save.
 */
export function shareReading(socket: Socket): void {
  const handle = (socket as { _handle?: { useUserBuffer?: (buffer: Buffer) => void } })._handle;
  if (READING === undefined || handle?.useUserBuffer === undefined || socket instanceof TLSSocket) return;
  const onRead: OnRead = (length) => {
    socket.emit('data', ARRIVALS.subarray(0, length));
    return true;
  };
  Object.assign(socket, { [READING.buffer]: ARRIVALS, [READING.callback]: onRead });
  handle.useUserBuffer(ARRIVALS);
}
