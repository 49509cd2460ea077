import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { DEFAULT_LIMITS } from '../common/limits.js';
import type { OpenRequests } from './open-requests.js';
import { newRequestId } from '../common/logging/request-id.js';
import { SECURITY_HEADERS } from './response-headers.js';

/** Closing at once with unread bytes would reset the connection before the response is read. */
const LINGER_MS = 500;
type ParserError = Error & { readonly code?: string; readonly rawPacket?: Buffer };

/** Responds to malformed requests in the format of all other errors. */
export const clientErrorHandler = (open: OpenRequests, logger: Logger) => {
  const responded = new WeakSet<Socket>();
  return (error: ParserError, socket: Socket): void => {
    // Other codes are errors of the connection or of the TLS handshake.
    const canRespond = /^(HPE_|ERR_HTTP_)/.test(error.code ?? '') && socket.writable;
    if (!canRespond) socket.destroy();
    if (!canRespond || responded.has(socket)) return;
    responded.add(socket);
    const [status, message] = describeParserError(error);
    const isHead = error.rawPacket?.toString('latin1', 0, 5) === 'HEAD ' && !pendingResponseOn(socket, open);
    closeWithResponse(socket, open, () => {
      logger.info({ route: 'unknown', status, refused: 'invalid_request', address: socket.remoteAddress });
      return responseText(status, message, isHead);
    });
  };
};

export function rejectUnsupported(server: Server, open: OpenRequests): void {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node has removed its own listeners from this socket.
    socket.on('error', () => socket.destroy()).on('timeout', () => socket.destroy());
    closeWithResponse(socket, open, () => responseText(405, 'The method CONNECT is not supported.'));
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = bodyOf('Unsupported Expect header. Only 100-continue is supported.');
    response.writeHead(417, headersFor(body)).end(body);
  });
}

/** Stops reading, and closes the connection after the responses to earlier requests. */
function closeWithResponse(socket: Socket, open: OpenRequests, lastResponse: () => string): void {
  socket.pause();
  const pendingResponse = pendingResponseOn(socket, open);
  const linger = () => setTimeout(() => socket.destroy(), LINGER_MS).unref();
  if (pendingResponse !== undefined)
    pendingResponse.once('close', closeWithResponse.bind(undefined, socket, open, lastResponse));
  else if (socket.writable) socket.end(lastResponse(), linger);
}

/** A pending response to a complete request, or one whose headers were sent before the request was complete. */
const pendingResponseOn = (socket: Socket, open: OpenRequests): ServerResponse | undefined =>
  [...open.pendingResponses(socket)].find(({ req, headersSent }) => req.complete || headersSent);

function describeParserError({ code, rawPacket }: ParserError): [status: number, message: string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request was not received in time.'];
  if (code !== 'HPE_HEADER_OVERFLOW') return [400, 'Malformed HTTP request.'];
  // Node counts the URL and the headers together.
  const [line = ''] = rawPacket?.toString('latin1').split('\n', 1) ?? [];
  const isUrlTooLong = /^[A-Z]+ /.test(line) && line.length > DEFAULT_LIMITS.urlLength;
  return isUrlTooLong ? [414, 'The URL is too long.'] : [431, 'The headers are too large.'];
}

const bodyOf = (message: string): string => JSON.stringify({ error: 'invalid_request', message });

const headersFor = (body: string): Record<string, string> => ({
  ...SECURITY_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'x-request-id': newRequestId(),
  connection: 'close',
});

function responseText(status: number, message: string, isHead = false): string {
  const body = bodyOf(message);
  const lines = Object.entries(headersFor(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${isHead ? '' : body}`;
}
