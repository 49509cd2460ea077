import type { CardInput } from '@florin/payments';
import type { FastifyInstance } from 'fastify';

export const FORM_TYPE = 'application/x-www-form-urlencoded';
const MAX_BODY_BYTES = 4_096;
/** More than a card number has: pasted numbers contain spaces and dashes. */
export const MAX_INPUT_LENGTH = 64;

/** Replaces the body parsers of this instance by one for forms. All other routes accept JSON only. */
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

/** A missing field is an empty one, which `parseCard` reports. */
export function cardInputOf(body: unknown): CardInput {
  const fields = body instanceof URLSearchParams ? body : new URLSearchParams();
  const text = (name: string): string => (fields.get(name) ?? '').slice(0, MAX_INPUT_LENGTH);
  return { number: text('number'), expiry: text('expiry'), code: text('code') };
}
