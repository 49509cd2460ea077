import { isUtf8 } from 'node:buffer';
import { parseJsonText } from '@florin/infrastructure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';

import type { Limits } from './limits.js';
import { inspectBody } from './text-rule.js';

/** Leaves one parser, for JSON objects. Any other kind of body is answered 415 by Fastify for want of a parser. */
export function acceptOnlyJson(instance: FastifyInstance, limits: Limits): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: limits.bodyBytes },
    (request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void) => {
      try {
        refuseEncoded(request);
        done(null, parseBody(bytes, limits.jsonDepth));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/**
 * The object a body spells, or undefined for none: clients that always send the header may still send no body.
 * Plain `JSON.parse` keeps every key but `__proto__` harmless, which is refused, so that a metadata key named
 * `constructor` comes back as it was sent.
 */
export function parseBody(bytes: Buffer, maxDepth: number): object | undefined {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw refusal('The body must be JSON in UTF-8.');
  const body = parseJson(bytes.toString('utf8'));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refusal('The body must be a JSON object.');
  }
  const { fields } = inspectBody(body, maxDepth);
  // JSON.parse lets the last of two equal keys win. Nobody who sends an amount twice means that.
  if (fields !== countKeys(bytes)) throw refusal('The body names a field twice.');
  return body;
}

function parseJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    throw refusal('The body is not well-formed JSON.');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Each key of an object is followed by the only kind of colon that stands outside a text. */
function countKeys(json: Buffer): number {
  let count = 0;
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === QUOTE) inText = !inText;
    else if (inText && byte === BACKSLASH) index += 1;
    else if (!inText && byte === COLON) count += 1;
  }
  return count;
}

function refuseEncoded(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  throw new ApiError('invalid_request', 'The body must be sent without a content encoding.', { status: 415 });
}

const refusal = (message: string): ApiError => new ApiError('invalid_request', message);
