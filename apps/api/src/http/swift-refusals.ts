import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newRequestId } from './request-id.js';
import { shareReading } from './shared-reading.js';
import { methodOfWholeRequest } from './whole-request.js';

interface Watched {
  /** Requests of this connection that are not answered yet. */
  pending: number;
  /** The latest that was read from it. */
  latest: IncomingMessage;
  /** Whether a request was refused here whose answer is yet to be written. */
  isOwed: boolean;
  /** How many requests have taken the ordinary way since it is watched. */
  noted: number;
  /**
   * Whether the parser surely stands between two requests, once it has all of the latest. Where it stood in the middle of
   * one, what seems to be the next would be the rest of it, and refused here it would be missing there: the request after
   * that, which may be another's behind a proxy, would then go on where the first one stopped.
   */
  isBetween: boolean;
}

type OnData = (this: Socket, chunk: Buffer) => void;

export interface SwiftRefusalParts {
  readonly isSwamped: () => boolean;
  readonly head: string;
  readonly body: string;
  /** Told the method of each request that was refused. */
  readonly onRefusal: (method: string) => void;
}

/**
 * Refuses requests before they are read as such. Making objects of a request and an answer costs three times what
 * refusing does, which is too much when most requests are refused. Only connections that have had an ordinary refusal
 * are watched, and only a packet that plainly is one whole request, on a connection where nothing else is under way, is
 * answered here: everything else takes the ordinary way, where it is refused just as well.
 *
 * The answers are written when everything that came in has been read. Whoever has an answer sends the next request, and
 * the event loop does nothing but read while it finds something on a thousand connections at once. Answered as they are
 * read, those who are refused would keep it from timers, and from the work of those who were let in.
 */
export class SwiftRefusals {
  private readonly watched = new WeakMap<Socket, Watched>();
  private owed: [Socket, Watched][] = [];

  constructor(private readonly parts: SwiftRefusalParts) {}

  /** Has to hear of every request that takes the ordinary way. */
  note(request: IncomingMessage, response: ServerResponse): void {
    const watched = this.watched.get(request.socket);
    if (watched === undefined) return;
    watched.pending += 1;
    watched.noted += 1;
    watched.latest = request;
    response.once('close', () => {
      watched.pending -= 1;
    });
  }

  /** Watches the connection of a request that was just refused, once that is over. */
  watch(latest: IncomingMessage, response: ServerResponse): void {
    const { socket } = latest;
    if (this.watched.has(socket)) return;
    const wasLast = endsItsPacket(latest);
    const { bytesRead } = socket;
    response.once('close', () => {
      const listeners = socket.listeners('data') as OnData[];
      const [onData] = listeners;
      if (socket.destroyed || onData === undefined || listeners.length > 1 || this.watched.has(socket))
        return;
      const isBetween = wasLast && socket.bytesRead === bytesRead;
      const watched: Watched = { pending: 0, latest, isOwed: false, noted: 0, isBetween };
      this.watched.set(socket, watched);
      socket.removeListener('data', onData);
      socket.on('data', (chunk: Buffer) => {
        // Answers come in the order of their requests.
        if (watched.isOwed) this.answer(socket, watched);
        if (this.refuse(socket, watched, chunk)) return;
        // What is read next overwrites it, which is all right: the parser keeps copies, as it always has to.
        handOver(watched, chunk, () => {
          onData.call(socket, chunk);
        });
      });
      shareReading(socket);
    });
  }

  private refuse(socket: Socket, watched: Watched, chunk: Buffer): boolean {
    const { isSwamped, onRefusal } = this.parts;
    const isBetweenRequests = watched.isBetween && watched.latest.complete && watched.pending === 0;
    if (!isBetweenRequests || socket.writableNeedDrain || !isSwamped()) return false;
    const method = methodOfWholeRequest(chunk);
    if (method === undefined) return false;
    watched.isOwed = true;
    if (this.owed.push([socket, watched]) === 1) setImmediate(this.answerAll);
    onRefusal(method);
    return true;
  }

  private readonly answerAll = (): void => {
    const { owed } = this;
    this.owed = [];
    for (const [socket, watched] of owed) if (watched.isOwed) this.answer(socket, watched);
  };

  private answer(socket: Socket, watched: Watched): void {
    const { head, body } = this.parts;
    watched.isOwed = false;
    if (socket.writable) socket.write(`${head}x-request-id: ${newRequestId()}\r\n\r\n${body}`, 'latin1');
  }
}

const HEAD_END = '\r\n\r\n';

/**
 * Whether the packet that is being parsed, and of which this request was just made, ends where the request ends: with the
 * first head that ends in it, and so many bytes as its own headers tell. Had the head ended later, the body would as well,
 * and the request be incomplete. False where Node does not say what it is parsing.
 */
function endsItsPacket({ socket, headers }: IncomingMessage): boolean {
  const { parser } = socket as { parser?: { getCurrentBuffer?: () => Buffer } };
  const packet = parser?.getCurrentBuffer?.();
  if (packet === undefined) return false;
  const headEnd = packet.indexOf(HEAD_END);
  const bodyLength = Number(headers['content-length'] ?? 0);
  return headEnd !== -1 && headEnd + HEAD_END.length + bodyLength === packet.length;
}

/** Gives a packet to the parser. If it was one whole request and made one, the parser has nothing left of anything. */
function handOver(watched: Watched, chunk: Buffer, parse: () => void): void {
  const { noted, latest } = watched;
  const wasWhole = latest.complete;
  parse();
  const isOneMore = watched.noted === noted + 1 && watched.latest.complete;
  watched.isBetween = wasWhole && isOneMore && methodOfWholeRequest(chunk) !== undefined;
}
