import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { toErrorResponse, errorBody } from './error-response.js';
import { logFault } from './log-fault.js';
import { statusOverridesOf } from './status-overrides.js';

@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), this.logger);
  }
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
): void {
  const response = toErrorResponse(error, statusOverridesOf(request));
  request.errorCode = response.code;
  if (response.status >= 500)
    logFault(logger, { error, status: response.status, request, target: 'request' });
  if (reply.sent || reply.raw.headersSent) {
    // The response has started: only a closed connection shows the client that it is incomplete.
    reply.raw.destroy();
    return;
  }
  // Fastify closes the connection after 413, which can reset it before a client that is still sending reads the response.
  // Without the header, Node reads and discards the rest of the body, within the request timeout.
  if (response.status === 413) reply.removeHeader('connection');
  void reply.code(response.status).headers(response.headers).send(errorBody(response));
}
