import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { answerTo, bodyOf } from './answer.js';
import { logFault } from './log-fault.js';
import { statusesOf } from './statuses.js';

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
  const answer = answerTo(error, statusesOf(request));
  request.refusedWith = answer.code;
  if (answer.status >= 500) logFault(logger, { error, status: answer.status, request, wanted: 'request' });
  if (reply.sent || reply.raw.headersSent) {
    // Half an answer is out already; only a cut connection tells the caller that it is not whole.
    reply.raw.destroy();
    return;
  }
  // Fastify asks to close the connection when a body is refused, which can cut off a caller who is still sending
  // before it has read why. The rest of the body is read and thrown away instead, within the request's time limit.
  if (answer.status === 413) reply.removeHeader('connection');
  void reply.code(answer.status).headers(answer.headers).send(bodyOf(answer));
}
