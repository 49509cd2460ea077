import { NOT_JSON, TOO_LARGE } from '../common/errors/error-response.js';
import { type ErrorCode, STATUS } from '../common/errors/codes.js';
import { DEFAULT_LIMITS, inKibibytes, inMebibytes, MAX_FILE_BYTES } from '../common/limits.js';
import { ERROR_DOCS } from './error-docs.js';
import { headerRef, responseRef, schemaRef } from './common.js';
import type { Document, Schema } from './openapi-types.js';

/** Statuses of requests that are rejected before they reach an operation. */
const UNROUTED_STATUSES = {
  405: 'the path does not allow this method',
  408: 'the request was not received in time',
  414: `the URL is longer than ${inKibibytes(DEFAULT_LIMITS.urlLength)}`,
  417: 'the only supported expectation is 100-continue',
  431: `the headers are larger than ${inKibibytes(DEFAULT_LIMITS.headerBytes)}`,
} as const;

/** The body of every error. */
export const ERROR_SCHEMA = {
  type: 'object',
  description: 'An error: a code for programs and a message for people.',
  required: ['error', 'message'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'string',
      enum: Object.keys(STATUS),
      description: 'The error code.',
      examples: ['invalid_request'],
    },
    message: {
      type: 'string',
      description: 'What is wrong and what to do.',
      examples: [ERROR_DOCS.invalid_request.message],
    },
  },
} as const;

/** For codes with several statuses: the meaning by status. */
const DOCS_OF_STATUS: Readonly<Partial<Record<string, { meaning: string; message: string }>>> = {
  '403 unauthorized': {
    meaning: 'The user is not active, or the account is closed.',
    message: 'This user is not active, or its account is closed.',
  },
  '413 invalid_request': {
    meaning: `The body is larger than ${inKibibytes(DEFAULT_LIMITS.bodyBytes)}, or ${inMebibytes(DEFAULT_LIMITS.batchBodyBytes)} for a batch, ${inMebibytes(MAX_FILE_BYTES)} for a file to reconcile.`,
    message: TOO_LARGE,
  },
  '415 invalid_request': {
    meaning: 'The body is not JSON, or not a CSV or XML file where one is required.',
    message: NOT_JSON,
  },
};

/** Adds the response with these codes to the components unless it exists, and returns a reference to it. */
export function addErrorResponse(
  { components }: Document,
  status: number,
  codes: readonly ErrorCode[],
): ReturnType<typeof responseRef> {
  const name = `${namesOf(codes)}${codes.some((code) => STATUS[code] !== status) ? status : ''}`;
  components.schemas[errorName(codes)] ??= errorSchemaFor(codes);
  (components.responses ??= {})[name] ??= errorResponse(status, codes);
  return responseRef(name);
}

function errorResponse(status: number, codes: readonly ErrorCode[]): object {
  const docOf = (code: ErrorCode) => DOCS_OF_STATUS[`${status} ${code}`] ?? ERROR_DOCS[code];
  const mayRetry = status === 429 || status === 503;
  return {
    description: codes.map((code) => `\`${code}\`: ${docOf(code).meaning}`).join('\n\n'),
    headers: {
      'X-Request-Id': headerRef('RequestId'),
      ...(mayRetry && { 'Retry-After': headerRef('RetryAfter') }),
      ...(status === 401 && { 'WWW-Authenticate': headerRef('WwwAuthenticate') }),
    },
    content: {
      'application/json': {
        schema: schemaRef(errorName(codes)),
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: { error: code, message: docOf(code).message } }]),
        ),
      },
    },
  };
}

/** Named by its codes, so that generated clients have one type per combination and not one per operation. */
function errorSchemaFor(codes: readonly ErrorCode[]): Schema {
  const error = { type: 'string', enum: [...codes] };
  const narrowed = { type: 'object', required: ['error'], properties: { error } };
  const codeList = codes.map((code) => `\`${code}\``).join(' or ');
  return { description: `An error with the code ${codeList}.`, allOf: [schemaRef('Error'), narrowed] };
}

const namesOf = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => code.split('_').map(capitalized).join('')).join('Or');

const errorName = (codes: readonly ErrorCode[]): string => namesOf(codes).replace(/(?:Error)?$/, 'Error');

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The `default` response. `x-statuses` lists its statuses for programs. */
export const UNROUTED_RESPONSE = {
  description:
    'The request did not reach the operation: ' +
    Object.entries(UNROUTED_STATUSES)
      .map(([status, reason]) => `${status}, ${reason}`)
      .join('; ') +
    '.',
  'x-statuses': Object.keys(UNROUTED_STATUSES).map(Number),
  headers: { 'X-Request-Id': headerRef('RequestId'), Allow: headerRef('Allow') },
  content: {
    'application/json': {
      schema: schemaRef(errorName(['invalid_request'])),
      examples: {
        invalid_request: {
          value: { error: 'invalid_request', message: 'Method not allowed. Allowed: GET, PATCH.' },
        },
      },
    },
  },
};
