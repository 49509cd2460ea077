import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newRequestId } from './request-id.js';

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
   * Whether the parser surely stands between two requests. Where it stood in the middle of one, what seems to be the next
   * would be the rest of it, and refused here it would be missing there: the request after that, which may be another's
   * behind a proxy, would then go on where the first one stopped.
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
    response.once('close', () => {
      const listeners = socket.listeners('data') as OnData[];
      const [onData] = listeners;
      if (socket.destroyed || onData === undefined || listeners.length > 1 || this.watched.has(socket))
        return;
      const watched: Watched = { pending: 0, latest, isOwed: false, noted: 0, isBetween: false };
      this.watched.set(socket, watched);
      socket.removeListener('data', onData);
      socket.on('data', (chunk: Buffer) => {
        // Answers come in the order of their requests.
        if (watched.isOwed) this.answer(socket, watched);
        if (this.refuse(socket, watched, chunk)) return;
        handOver(watched, chunk, () => {
          onData.call(socket, chunk);
        });
      });
    });
  }

  private refuse(socket: Socket, watched: Watched, chunk: Buffer): boolean {
    const { isSwamped, onRefusal } = this.parts;
    const isBetweenRequests = watched.isBetween && watched.pending === 0;
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

/** Gives a packet to the parser. If it was one whole request and made one, the parser has nothing left of anything. */
function handOver(watched: Watched, chunk: Buffer, parse: () => void): void {
  const { noted, latest } = watched;
  const wasWhole = latest.complete;
  parse();
  const isOneMore = watched.noted === noted + 1 && watched.latest.complete;
  watched.isBetween = wasWhole && isOneMore && methodOfWholeRequest(chunk) !== undefined;
}

// No other addresses: those that are always answered are not among these.
const FIRST_LINE = /^(GET|POST|PATCH|DELETE) \/v1\/[!-~]* HTTP\/1\.1\r\n/;
/** Headers that say where a request ends, or that the answer would have to heed. */
const TELLING =
  /^(content-length|connection|transfer-encoding|expect|upgrade|x-request-id)[ \t]*:[ \t]*(.*)$/is;
/** What their names begin with, in small letters. Most lines need not be looked at any further. */
const FIRST_LETTERS = new Set(Array.from('cteux', (letter) => letter.charCodeAt(0)));
const TO_SMALL_LETTER = 0x20;

/** The method, when this is one request from its first byte to its last; undefined whenever there is any doubt. */
export function methodOfWholeRequest(chunk: Buffer): string | undefined {
  const text = chunk.toString('latin1');
  const headEnd = text.indexOf('\r\n\r\n');
  const method = headEnd === -1 ? undefined : FIRST_LINE.exec(text)?.[1];
  if (method === undefined) return undefined;
  const bodyLength = lengthToldBy(text, headEnd);
  return chunk.length === headEnd + 4 + (bodyLength ?? NaN) ? method : undefined;
}

/** How long the headers say that the body is; undefined when they say anything that needs a closer look. */
function lengthToldBy(text: string, headEnd: number): number | undefined {
  let length: number | undefined;
  for (let at = text.indexOf('\r\n'); at < headEnd;) {
    const end = text.indexOf('\r\n', at + 2);
    const isToRead = FIRST_LETTERS.has(text.charCodeAt(at + 2) | TO_SMALL_LETTER);
    const told = isToRead ? TELLING.exec(text.slice(at + 2, end)) : null;
    at = end;
    if (told === null) continue;
    const name = told[1]?.toLowerCase();
    const value = told[2] ?? '';
    if (name === 'connection' && value.toLowerCase() === 'keep-alive') continue;
    if (name !== 'content-length' || length !== undefined || !/^\d{1,6}$/.test(value)) return undefined;
    length = Number(value);
  }
  return length ?? 0;
}
