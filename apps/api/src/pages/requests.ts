import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isSecureRequest } from '../auth/secure-request.js';
import { toErrorResponse } from '../common/errors/error-response.js';
import { logFault } from '../common/errors/log-fault.js';
import type { LanguageRequest, PageLanguages } from './languages.js';
import type { CommonTexts } from './common-texts.js';

export const languageRequestOf = <Texts extends CommonTexts>(
  { query, headers }: FastifyRequest,
  languages: Pick<PageLanguages<Texts>, 'knownLanguage'>,
): LanguageRequest => ({
  lang: languages.knownLanguage((query as Readonly<Record<string, unknown>>)['lang']),
  acceptLanguage: headers['accept-language'],
});

/** Also for GET: an attacker who can change the form in transit can redirect what is entered. */
export const rejectInsecureRequest =
  (isRequired: boolean, sendInsecurePage: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (!isRequired || isSecureRequest(request)) {
      done();
      return;
    }
    request.errorCode = 'invalid_request';
    sendInsecurePage(request, reply);
  };

/** Status and headers of the page for an error; records its code for the access log, and logs faults. */
export function recordError(
  error: unknown,
  request: FastifyRequest,
  logger: Logger,
): { readonly status: number; readonly headers: Readonly<Record<string, string>> } {
  const { status, code, headers } = toErrorResponse(error);
  request.errorCode = code;
  if (status >= 500) logFault(logger, { error, status, request, target: 'page' });
  return { status, headers };
}
