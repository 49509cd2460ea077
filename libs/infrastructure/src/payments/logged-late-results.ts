import { setTimeout as delay } from 'node:timers/promises';
import { type ChargeKey, LateResults } from '@florin/payments';
import type { Logger } from 'pino';

export class LoggedLateResults extends LateResults {
  constructor(private readonly logger: Pick<Logger, 'error'>) {
    super();
  }

  pause(milliseconds: number): Promise<void> {
    return delay(milliseconds, undefined, { ref: false });
  }

  onRetriesExhausted(key: ChargeKey, err: unknown): void {
    // Not `key`, which is a secret in the log.
    this.logger.error(
      { chargeKey: key, err },
      'a late charge could not be reversed; check whether it must be refunded',
    );
  }
}
