import { accountOf, ANONYMOUS, nameOf, roleOf } from '@florin/identity';
import { ROW_LOCK_LIMITS, KeyedLimit, Unavailable } from '@florin/infrastructure';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { finalize, type Observable } from 'rxjs';

/** One queue per account, shared by all controllers. */
@Injectable()
export class AccountQueues extends KeyedLimit {
  constructor() {
    super(
      ROW_LOCK_LIMITS,
      () => new Unavailable('Too many changes of this account are waiting. Try again in a moment.'),
    );
  }
}

/**
 * Queues the changes of one account. They wait for the same row locks, and each holds a connection of the pool while it
 * waits: many at once would exhaust the pool. Admins and platform keys act for many accounts and are not queued.
 */
@Injectable()
export class AccountQueueInterceptor implements NestInterceptor {
  constructor(private readonly queues: AccountQueues) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { principal = ANONYMOUS } = context.switchToHttp().getRequest<FastifyRequest>();
    const role = roleOf(principal);
    if (role === 'anonymous' || role === 'admin' || role === 'platform_key') return next.handle();
    const release = await this.queues.acquire(accountOf(principal) ?? nameOf(principal));
    return next.handle().pipe(finalize(release));
  }
}
