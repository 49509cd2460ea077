import { setTimeout as delay } from 'node:timers/promises';
import { type ChargeKey, LateAnswers } from '@florin/payments';
import type { Logger } from 'pino';

export class LoggedLateAnswers extends LateAnswers {
  constructor(private readonly logger: Pick<Logger, 'error'>) {
    super();
  }

  pause(milliseconds: number): Promise<void> {
    return delay(milliseconds, undefined, { ref: false });
  }

  onUnheard(key: ChargeKey, err: unknown): void {
    this.logger.error({ key, err }, 'a charge was answered too late, and it may have to be given back');
  }
}
