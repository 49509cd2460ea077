import type { CardInput } from '@florin/payments';
import type { FastifyInstance } from 'fastify';

export const FORM_TYPE = 'application/x-www-form-urlencoded';
/** A card fits into it many times over. */
const MAX_BODY_BYTES = 4_096;
/** Of one field. More than a card has: what is pasted comes with spaces and dashes, and must not lose its last digits. */
export const MAX_INPUT_LENGTH = 64;

/** Leaves this instance one parser, for forms: everywhere else only JSON is read. */
export function acceptOnlyForms(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(
    FORM_TYPE,
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_, text, done) => {
      done(null, new URLSearchParams(text as string));
    },
  );
}

/** What was typed. A field that is missing is an empty one; the card's own rules say what is wrong with it. */
export function cardInputOf(body: unknown): CardInput {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams();
  const text = (name: string): string => (fields.get(name) ?? '').slice(0, MAX_INPUT_LENGTH);
  return { number: text('number'), expiry: text('expiry'), code: text('code') };
}
