import { KeyedLimit, Unavailable } from '@florin/infrastructure';
import { Injectable } from '@nestjs/common';

/** Each test waits up to 15 seconds for another server. */
const LIMITS = { concurrency: 3, maxQueued: 10, maxWaitMs: 5_000 };

/** Limits the tests of one caller. */
@Injectable()
export class WebhookTestLimit extends KeyedLimit {
  constructor() {
    super(LIMITS, () => new Unavailable('Too many tests of webhook endpoints are waiting. Try again later.'));
  }
}
