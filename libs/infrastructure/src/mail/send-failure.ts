import { HOUR_MS, MINUTE_MS } from '@florin/kernel';

interface SendFailure {
  /** A code, because the text of an answer may contain the address. */
  readonly code: string;
  /** Whether the server rejected the recipient or the content: another attempt would be rejected, too. */
  readonly isPermanent: boolean;
}

export class MailTimeout extends Error {
  readonly code = 'timeout';
}

export function failureOf(error: unknown): SendFailure {
  const { code, responseCode, command } = Object(error) as Readonly<Record<string, unknown>>;
  if (typeof responseCode === 'number' && responseCode >= 400 && responseCode <= 599) {
    const isRejected = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
    return { code: `smtp_${responseCode}`, isPermanent: isRejected };
  }
  const isCode = typeof code === 'string' && /^[A-Za-z0-9_]{1,40}$/.test(code);
  return { code: isCode ? code.toLowerCase() : 'unknown', isPermanent: false };
}

/** The delay after the first, second, … failed attempt: about a day in all. */
export const RETRY_DELAYS_MS = [
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
] as const;

/** Undefined if the mail is given up. `jitter` is from 0 to 1: mails that failed together are not repeated together. */
export function retryDelay(attempts: number, jitter: number): number | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + 0.1 * jitter));
}
