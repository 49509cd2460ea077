import { isUtf8 } from 'node:buffer';
import { parseJsonText } from '@florin/infrastructure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NOT_JSON } from '../common/errors/answer.js';
import { ApiError } from '../common/errors/api-error.js';
import { findAlteredNumber } from './altered-number.js';
import type { Limits } from './limits.js';
import { inspectBody } from './text-rule.js';

/** Leaves one parser, for JSON objects. Any other kind of body is refused; no body at all is of no kind. */
export function acceptOnlyJson(instance: FastifyInstance, limits: Limits): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: limits.bodyBytes },
    (request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void) => {
      try {
        refuseEncoded(request);
        done(null, parseBody(bytes, limits));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  instance.addContentTypeParser(
    '*',
    (request: FastifyRequest, _: unknown, done: (error: Error | null) => void) => {
      whenSeen(request, (isEmpty) => {
        done(isEmpty ? null : unsupported(NOT_JSON));
      });
    },
  );
}

/**
 * Chunks do not say how much is to come. A proxy sends even no body at all in chunks when it was not told the length,
 * and a request without a body needs no content type. One that breaks off before it has ended has not come without.
 */
function whenSeen({ headers, raw }: FastifyRequest, told: (isEmpty: boolean) => void): void {
  if (headers['transfer-encoding'] === undefined) {
    told(Number(headers['content-length'] ?? 0) === 0);
    return;
  }
  const look = (): void => {
    raw.off('readable', look).off('close', look);
    const isEmpty = raw.complete && raw.readableLength === 0;
    if (isEmpty) raw.resume();
    told(isEmpty);
  };
  raw.on('readable', look).on('close', look);
}

/**
 * The object a body spells, or undefined for none: clients that always send the header may still send no body.
 * Plain `JSON.parse` keeps every key but `__proto__` harmless, which is refused, so that a metadata key named
 * `constructor` comes back as it was sent.
 */
export function parseBody(
  bytes: Buffer,
  { jsonDepth, jsonValues }: Pick<Limits, 'jsonDepth' | 'jsonValues'>,
): object | undefined {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw refusal('The body must be JSON in UTF-8.');
  const { keys, values, hasLongNumber } = survey(bytes);
  // Before it is read: what fits into a body could be read for half a second, and in that time nobody else is served.
  if (values > jsonValues) throw refusal(`The body holds more than ${jsonValues} values.`);
  const text = bytes.toString('utf8');
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refusal('The body must be a JSON object.');
  }
  const { fields } = inspectBody(body, jsonDepth);
  // JSON.parse lets the last of two equal keys win. Nobody who sends an amount twice means that.
  if (fields !== keys) throw refusal('The body names a field twice.');
  // And it takes the nearest number that it can keep. Nobody who sends a price of 0.99999999999999999999 means 1.
  const altered = hasLongNumber ? findAlteredNumber(text) : undefined;
  if (altered !== undefined)
    throw refusal(`The body holds ${altered}, a number that cannot be kept as it is.`);
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
const DOT = 0x2e;
const SMALL_E = 0x65;
const TO_SMALL_LETTER = 0x20;
const COMMA = 0x2c;
/** Brackets are braces but for this bit. */
const TO_BRACE = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const BLANK = 0x20;
/** A number of so many digits is always kept as it is, unless it has an exponent. */
const DIGITS_KEPT = 15;

/** What is seen of a document without reading it. */
interface Survey {
  readonly keys: number;
  /** At all levels: a list and an object have one more than they have commas, unless they are empty. */
  readonly values: number;
  /** Whether a number needs a closer look. */
  readonly hasLongNumber: boolean;
}

function survey(json: Buffer): Survey {
  let [keys, values, digits, inText, hasLongNumber] = [0, 0, 0, false, false];
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] as number;
    if (byte === QUOTE) inText = !inText;
    else if (inText) index += byte === BACKSLASH ? 1 : 0;
    else if (byte >= 0x30 && byte <= 0x39) hasLongNumber ||= (digits += 1) > DIGITS_KEPT;
    else if (byte !== DOT) {
      hasLongNumber ||= digits > 0 && (byte | TO_SMALL_LETTER) === SMALL_E;
      digits = 0;
      // Each key of an object is followed by the only kind of colon that stands outside a text.
      if (byte === COLON) keys += 1;
      else if (byte === COMMA || (byte | TO_BRACE) === OPEN) values += 1;
      else if ((byte | TO_BRACE) === CLOSE && isEmptyBefore(json, index)) values -= 1;
    }
  }
  return { keys, values, hasLongNumber };
}

/** Whether a list or an object ends here that has only just begun. */
function isEmptyBefore(json: Buffer, end: number): boolean {
  let before = end - 1;
  while ((json[before] ?? Infinity) <= BLANK) before -= 1;
  return ((json[before] ?? 0) | TO_BRACE) === OPEN;
}

function refuseEncoded(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  throw unsupported('The body must be sent without a content encoding.');
}

const refusal = (message: string): ApiError => new ApiError('invalid_request', message);
const unsupported = (message: string): ApiError => new ApiError('invalid_request', message, { status: 415 });
