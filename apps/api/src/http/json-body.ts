import { isUtf8 } from 'node:buffer';
import { parseJsonText } from '@florin/infrastructure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NOT_FILE, NOT_JSON } from '../common/errors/error-response.js';
import { ApiError } from '../common/errors/api-error.js';
import { hasBatchBody, hasFileBody } from '../common/route-config.js';
import { isFileType } from './file-body.js';
import { inspectBody } from './input-sanitizing.js';
import { scanJson } from './json-scan.js';
import type { Limits } from '../common/limits.js';

/**
 * Replaces all body parsers by one for JSON objects. An empty body needs no content type. A file is not read here: its stream
 * is the body of the request.
 */
export function acceptOnlyJson(instance: FastifyInstance, limits: Limits): void {
  instance.removeAllContentTypeParsers();
  instance.addHook('onRoute', (route) => {
    if (hasBatchBody(route.config)) route.bodyLimit = limits.batchBodyBytes;
  });
  const options = { parseAs: 'buffer', bodyLimit: limits.bodyBytes } as const;
  instance.addContentTypeParser<Buffer>(
    'application/json',
    options,
    ({ headers, routeOptions }, bytes, done) => {
      try {
        if (hasFileBody(routeOptions.config)) throw unsupported(NOT_FILE);
        if ((headers['content-encoding'] ?? 'identity') !== 'identity')
          throw unsupported('The body must be sent without a content encoding.');
        const jsonValues = hasBatchBody(routeOptions.config) ? limits.batchJsonValues : limits.jsonValues;
        done(null, parseBody(bytes, { ...limits, jsonValues }));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  instance.addContentTypeParser('*', (request, stream, done) => {
    const isFile = hasFileBody(request.routeOptions.config);
    if (isFile && isFileType(request.headers['content-type'])) {
      done(null, stream);
      return;
    }
    whenBodyLengthKnown(request, (isEmpty) => {
      done(isEmpty ? null : unsupported(isFile ? NOT_FILE : NOT_JSON));
    });
  });
}

/** Some proxies send an empty body with chunked encoding. An aborted body is not empty. */
function whenBodyLengthKnown({ headers, raw }: FastifyRequest, then: (isEmpty: boolean) => void): void {
  const checkLength = (): void => {
    raw.off('readable', checkLength).off('close', checkLength);
    const isEmpty = raw.complete && raw.readableLength === 0;
    if (isEmpty) raw.resume();
    then(isEmpty);
  };
  if (headers['transfer-encoding'] === undefined) then(Number(headers['content-length'] ?? 0) === 0);
  else raw.on('readable', checkLength).on('close', checkLength);
}

/** Undefined for an empty body: some clients always send a content type. */
export function parseBody(
  bytes: Buffer,
  { jsonDepth, jsonValues }: Pick<Limits, 'jsonDepth' | 'jsonValues'>,
): object | undefined {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw invalid('The body must be JSON in UTF-8.');
  const text = bytes.toString('utf8');
  const { keys, values, altered } = scanJson(text, jsonValues);
  // Before JSON.parse, which could block the event loop for half a second.
  if (values > jsonValues) throw invalid(`The body contains more than ${jsonValues} values.`);
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('The body must be a JSON object.');
  // JSON.parse keeps the last of two equal keys.
  if (inspectBody(body, jsonDepth) !== keys) throw invalid('The body contains a duplicate field.');
  if (altered !== undefined)
    throw invalid(`The body contains the number ${altered}, which cannot be represented exactly.`);
  return body;
}

function parseJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    throw invalid('The body is not well-formed JSON.');
  }
}

const invalid = (message: string): ApiError => new ApiError('invalid_request', message);
const unsupported = (message: string): ApiError => new ApiError('invalid_request', message, { status: 415 });
