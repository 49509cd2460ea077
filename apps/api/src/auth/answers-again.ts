import { nameOf, type Principal } from '@florin/identity';
import { DomainError } from '@florin/kernel';
import { type ExecutionContext, Injectable, type OnModuleInit, SetMetadata } from '@nestjs/common';
import { HttpAdapterHost, type Reflector } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestLimits } from './limits/request-limits.js';
import { Authenticator } from './authenticator.js';
import { isAsBefore, type KeptAnswer, KeptAnswers } from './kept-answers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard, where the answer may be given again. */
    isAnswerKept?: boolean;
  }
}

const KEPT_WHILE_UNCHANGED = 'florin:kept-while-unchanged';

/**
 * Marks a handler whose answer depends only on its address, on what the caller may see, and on things whose every change
 * is an event of the account.
 */
export const KeptWhileUnchanged = (): MethodDecorator => SetMetadata(KEPT_WHILE_UNCHANGED, true);

export const mayBeKept = (reflector: Reflector, context: ExecutionContext): boolean =>
  isPlainRead(context.switchToHttp().getRequest<FastifyRequest>()) &&
  reflector.get<true | undefined>(KEPT_WHILE_UNCHANGED, context.getHandler()) === true;

/**
 * Gives the answer that the same caller had before, if the account has told of nothing since. The database says so, in
 * the query that tells who asks, so that no answer is older than its question, whatever other instances do. Such a request
 * does not reach the handler; who asks, how often, and the line in the log are seen to as ever.
 */
@Injectable()
export class AnswersAgain implements OnModuleInit {
  private readonly kept = new KeptAnswers();

  constructor(
    private readonly server: HttpAdapterHost,
    private readonly authenticator: Authenticator,
    private readonly limits: RequestLimits,
  ) {}

  onModuleInit(): void {
    const instance = this.server.httpAdapter.getInstance<FastifyInstance>();
    instance.addHook('preHandler', (request, reply, done) => {
      const kept = this.keptFor(request);
      if (kept === undefined) done();
      else
        this.answer(request, reply, kept).then((isAnswered) => {
          if (!isAnswered) done();
        }, done);
    });
    instance.addHook('onSend', (request, reply, payload, done) => {
      if (request.isAnswerKept && reply.statusCode === 200) this.keep(request, payload);
      done(null, payload);
    });
  }

  private keptFor(request: FastifyRequest): KeptAnswer | undefined {
    const { authorization } = request.headers;
    if (authorization === undefined || !isPlainRead(request)) return undefined;
    return this.kept.find(authorization, request.url, performance.now());
  }

  /** Answers false where the handler has to. */
  private async answer(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): Promise<boolean> {
    const principal = await this.authenticator.principalOf(request, true).catch(leaveToGuard);
    if (principal === undefined) return false;
    // So that the guard need not ask again.
    request.principal = principal;
    if (!isAsBefore(principal, kept.principal)) return false;
    request.principalId = nameOf(principal);
    await this.limits.take(request.principalId);
    void reply.header('content-type', 'application/json; charset=utf-8').send(kept.body);
    return true;
  }

  private keep(request: FastifyRequest, payload: unknown): void {
    const { principal, url } = request;
    const { authorization } = request.headers;
    if (typeof payload !== 'string' || authorization === undefined || principal === undefined) return;
    // Whoever has no account is never as before, not even as just now.
    if (isAsBefore(principal, principal))
      this.kept.keep(authorization, url, { principal, body: asKept(payload), keptAtMs: performance.now() });
  }
}

/** Whoever is not known any more is told so there. That the database does not answer need not be found out twice. */
function leaveToGuard(error: unknown): Principal | undefined {
  if (error instanceof DomainError) return undefined;
  throw error;
}

/** Node sends a short text and its head in one piece; bytes, which a long one is, it sends beside the head. */
const SHORT_BYTES = 2048;

/** Text takes no more room than its bytes only where each character is one. */
function asKept(payload: string): string | Buffer {
  const length = Buffer.byteLength(payload);
  if (length === payload.length && length <= SHORT_BYTES) return payload;
  // Not from Node's common pool, of which a body would hold on to a whole page.
  const bytes = Buffer.allocUnsafeSlow(length);
  bytes.write(payload);
  return bytes;
}

/** Whoever names an account may mean another than the one whose events were looked at. */
const isPlainRead = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['x-account-id'] === undefined;
