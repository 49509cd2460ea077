import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { toErrorResponse, errorBody } from './error-response.js';
import { logFault } from './log-fault.js';
import { statusOverridesOf } from './status-overrides.js';

/** The one place where something thrown becomes an answer. */
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
    // Half an answer is out already; only a cut connection tells the caller that it is not whole.
    reply.raw.destroy();
    return;
  }
  // Fastify asks to close the connection when a body is refused, which can cut off a caller who is still sending
  // before it has read why. The rest of the body is read and thrown away instead, within the request's time limit.
  if (response.status === 413) reply.removeHeader('connection');
  void reply.code(response.status).headers(response.headers).send(errorBody(response));
}
