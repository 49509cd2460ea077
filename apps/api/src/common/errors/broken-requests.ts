import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { DEFAULT_LIMITS } from '../../http/limits.js';
import { answerLast, owedAnswer } from '../../http/owed-answers.js';
import { SECURITY_HEADERS } from '../../http/security-headers.js';

interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Bytes that never became a request get an answer in the shape of every other one, written by hand, and a line. */
export const answerBrokenRequest =
  (logger: Logger) =>
  (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || isShakingHands(socket)) {
      socket.destroy();
      return;
    }
    // Found out at once: the next packet may overwrite this one.
    const [status, message] = diagnosis(error);
    const { head, body } = rawAnswer(status, message);
    const isHead = asksForHead(error.rawPacket) && owedAnswer(socket) === undefined;
    answerLast(socket, () => {
      const { remoteAddress: address } = socket;
      logger.info({ route: 'unknown', status, refused: 'invalid_request', address });
      return isHead ? head : head + body;
    });
  };

/** Nothing can be said before both sides agree on how; an answer would wait in vain, and keep the connection. */
const isShakingHands = (socket: Socket & { readonly secureConnecting?: boolean }): boolean =>
  socket.secureConnecting === true;

/** What Node would answer by itself with an empty body, or not at all. */
export function answerOddRequests(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    const { head, body } = rawAnswer(405, 'This service opens no tunnels.');
    // Node has let go of this socket: nobody else listens for its errors, minds its silence or ends it.
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => socket.destroy());
    answerLast(socket, () => head + body);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = bodyText('The only expectation this service meets is 100-continue.');
    response.writeHead(417, { ...headersFor(body), connection: 'close' }).end(body);
  });
}

function diagnosis(error: ParserError): [status: number, message: string] {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'The request took too long to arrive.'];
    case 'HPE_HEADER_OVERFLOW':
      return isFirstLineHuge(error.rawPacket)
        ? [414, 'The address is too long.']
        : [431, 'The headers are too large.'];
    default:
      return [400, 'This is not a well-formed HTTP request.'];
  }
}

/** Node counts the address and the headers together. A first line that fills half the allowance is to blame. */
function isFirstLineHuge(packet: Buffer | undefined): boolean {
  if (packet === undefined || !/^[A-Z]+ /.test(packet.toString('latin1', 0, 32))) return false;
  const end = packet.indexOf(0x0a);
  return (end === -1 ? packet.length : end) > DEFAULT_LIMITS.urlLength;
}

const bodyText = (message: string): string => JSON.stringify({ error: 'invalid_request', message });

const headersFor = (body: string): Record<string, string> => ({
  ...SECURITY_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'x-request-id': randomUUID(),
});

/** An answer to HEAD ends with its headers, whatever was wrong with the rest of the request. */
const asksForHead = (packet: Buffer | undefined): boolean => packet?.toString('latin1', 0, 5) === 'HEAD ';

function rawAnswer(status: number, message: string): { readonly head: string; readonly body: string } {
  const body = bodyText(message);
  const headers = Object.entries({ ...headersFor(body), connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`;
  return { head, body };
}
