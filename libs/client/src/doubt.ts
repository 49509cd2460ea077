import { FlorinError } from './errors.js';

/** What a proxy says that got no answer from the service, and the service's own. */
const NOBODY_KNOWS = [502, 503, 504];

/** Whether the request may have been carried out or not: there was no answer, no whole one, or one that cannot tell. */
export const isUnknown = ({ status }: FlorinError): boolean => status < 300 || NOBODY_KNOWS.includes(status);

/** The service refuses with these before it has looked for the key, or while another attempt holds it. */
const BEFORE_THE_KEY = [401, 403, 408, 409, 429, 500];

/**
 * Remembers that an attempt of a create may have taken effect, for as long as no other answer says what became of it. A
 * caller who only heard that the service is busy would create the same thing once more, under another key.
 */
export class Doubt {
  private readonly unknown: FlorinError[] = [];

  note(outcome: FlorinError): void {
    if (outcome.idempotencyKey !== undefined && isUnknown(outcome)) this.unknown.push(outcome);
  }

  /** What the caller is told when this was the last that happened. */
  told(last: unknown): unknown {
    // A service that is busy has mostly done nothing, so a lost line tells more.
    const first = this.unknown.find(({ code }) => code !== 'unavailable') ?? this.unknown[0];
    if (first === undefined || settles(last)) return last;
    // One code stands for all that is unavailable, and only its words tell whether something may have been done.
    const message = [...new Set(this.unknown.map((outcome) => outcome.message))].join(' ');
    const refusal = last instanceof FlorinError ? last : undefined;
    if (refusal?.code === first.code && refusal.message === message) return refusal;
    const { code, status, requestId, idempotencyKey } = first;
    const retryAfter = refusal?.retryAfter ?? first.retryAfter;
    return new FlorinError(message, { code, status, requestId, retryAfter, idempotencyKey, cause: last });
  }
}

/** Whether it says what became of the attempts before it. Without a key it is about something else, such as the session. */
const settles = (last: unknown): boolean =>
  last instanceof FlorinError &&
  last.idempotencyKey !== undefined &&
  last.code !== 'unexpected_answer' &&
  !isUnknown(last) &&
  (last.code === 'email_exists' || !BEFORE_THE_KEY.includes(last.status));
