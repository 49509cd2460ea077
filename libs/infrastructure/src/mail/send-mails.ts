import { setTimeout as delay } from 'node:timers/promises';
import { addMilliseconds, type Clock, SECOND_MS } from '@florin/kernel';
import type { Logger } from 'pino';
import type { MailComposers, MailMessage } from './mail-message.js';
import type { MailOutcome, PostgresMailQueue } from './mail-queue.js';
import { MAX_SENDING, type MailTransport } from './mail-transport.js';
import type { Mail } from './mail.entity.js';
import { failureOf, MailTimeout, retryDelay } from './send-failure.js';

/** Shorter than a claim. The timeouts of the connection are for its steps, and a slow server may take many. */
const MAX_ATTEMPT_MS = 45 * SECOND_MS;

export type MailResult = 'sent' | 'skipped' | 'failed' | 'retried';

interface Parts {
  readonly queue: PostgresMailQueue;
  readonly composers: MailComposers;
  /** Undefined: mails are not sent, and given up after a day. */
  readonly transport: MailTransport | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jitter?: () => number;
  readonly onResult?: (result: MailResult, count: number) => void;
}

/**
 * At least once: an attempt that was not recorded, because a process or the database died, is repeated with the same
 * Message-ID when its claim ends. Safe to run in several workers.
 */
export class SendMails {
  constructor(private readonly parts: Parts) {}

  /** Runs until nothing is due, or until it should stop. Returns the number of mails attempted or given up. */
  async execute(shouldStop: () => boolean = () => false): Promise<number> {
    const { queue, transport, clock } = this.parts;
    if (shouldStop()) return 0;
    let done = await queue.expire(clock.now());
    if (done > 0) this.parts.onResult?.('failed', done);
    while (transport !== undefined && !shouldStop()) {
      const mails = await queue.claim(MAX_SENDING, clock.now());
      if (mails.length === 0) break;
      const attempts = await Promise.allSettled(mails.map((mail) => this.attempt(mail, transport)));
      for (const attempt of attempts) if (attempt.status === 'rejected') throw attempt.reason;
      done += mails.length;
    }
    return done;
  }

  private async attempt(mail: Mail, transport: MailTransport): Promise<void> {
    const { queue, composers, onResult } = this.parts;
    const message = await composers[mail.kind](mail);
    const outcome: MailOutcome =
      message === undefined ? { status: 'skipped' } : await this.send(mail, message, transport);
    await queue.record(mail, outcome);
    onResult?.(outcome.status === 'pending' ? 'retried' : outcome.status, 1);
  }

  private async send(mail: Mail, message: MailMessage, transport: MailTransport): Promise<MailOutcome> {
    const { clock, logger, jitter = Math.random } = this.parts;
    try {
      await withinTime(transport.send(mail, message));
      return { status: 'sent', sentAt: clock.now() };
    } catch (error) {
      const { code, isPermanent } = failureOf(error);
      const attempts = mail.attempts + 1;
      const wait = isPermanent ? undefined : retryDelay(attempts, jitter());
      const fields = { mail: mail.id, kind: mail.kind, attempts, error: code };
      if (wait === undefined) {
        logger.warn(fields, 'mail not sent; given up');
        return { status: 'failed', error: code };
      }
      logger.info(fields, 'mail not sent; retrying later');
      return { status: 'pending', error: code, nextAttemptAt: addMilliseconds(clock.now(), wait) };
    }
  }
}

async function withinTime(sending: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const timeout = delay(MAX_ATTEMPT_MS, undefined, { signal: ended.signal, ref: false }).then(
    () => {
      throw new MailTimeout();
    },
    () => undefined,
  );
  try {
    await Promise.race([sending, timeout]);
  } finally {
    ended.abort();
  }
}
