import type { FastifyInstance } from 'fastify';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const MAX_BODY_BYTES = 4_096;

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

/** Of a request without a body, empty. */
export const fieldsOf = (body: unknown): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();
