import { describe, expect, it } from '@jest/globals';
import {
  BadRequestException,
  ForbiddenException,
  HttpException,
  NotFoundException,
  ServiceUnavailableException,
} from '@nestjs/common';
import { invalidToken, TokenRejected } from '@florin/identity';
import { OutcomeUnknown, Unavailable } from '@florin/infrastructure';
import { DomainError } from '@florin/kernel';
import { toErrorResponse, errorBody } from './error-response.js';
import { ApiError, rateLimited } from './api-error.js';
import { type ErrorCode, STATUS } from './codes.js';

describe('STATUS', () => {
  it('has the documented status of each code', () => {
    const documented: Record<number, ErrorCode[]> = {
      400: ['currency_mismatch', 'invalid_request'],
      401: ['invalid_credentials', 'invalid_grant', 'unauthorized'],
      402: ['insufficient_funds'],
      403: ['forbidden'],
      404: ['account_not_found', 'invalid_session', 'not_found'],
      409: ['active_subscriptions', 'conflict', 'email_exists', 'not_cancellable'],
      422: ['batch_failed', 'idempotency_mismatch'],
      429: ['rate_limited'],
      500: ['internal_error'],
      503: ['unavailable'],
    };
    const expected = Object.entries(documented).flatMap(([status, codes]) =>
      codes.map((code) => [code, Number(status)]),
    );
    expect(STATUS).toEqual(Object.fromEntries(expected));
  });
});

describe('toErrorResponse', () => {
  it.each(Object.keys(STATUS) as ErrorCode[])('returns the status and body of %s', (code) => {
    const response = toErrorResponse(new DomainError(code, 'No.'));
    expect({ status: response.status, ...errorBody(response) }).toEqual({
      status: STATUS[code],
      error: code,
      message: 'No.',
    });
  });

  it('overrides the status of domain errors for an operation', () => {
    expect(toErrorResponse(new DomainError('unauthorized', 'No.'), { unauthorized: 403 })).toMatchObject({
      status: 403,
      code: 'unauthorized',
    });
    expect(toErrorResponse(new ApiError('unauthorized', 'No.'), { unauthorized: 403 }).status).toBe(401);
  });

  it('keeps the status and headers of an ApiError', () => {
    const error = new ApiError('invalid_request', 'No.', { status: 405, headers: { allow: 'GET' } });
    expect(toErrorResponse(error)).toMatchObject({ status: 405, headers: { allow: 'GET' } });
    expect(toErrorResponse(rateLimited('Slow down.', 12.2))).toMatchObject({
      status: 429,
      headers: { 'retry-after': '13' },
    });
  });

  it('adds WWW-Authenticate to 401', () => {
    expect(toErrorResponse(new DomainError('unauthorized', 'No.')).headers).toEqual({
      'www-authenticate': 'Bearer',
    });
    expect(toErrorResponse(new DomainError('forbidden', 'No.')).headers).toEqual({});
  });

  it('distinguishes a missing permission from an invalid token in WWW-Authenticate', () => {
    expect(toErrorResponse(invalidToken()).headers).toEqual({
      'www-authenticate': 'Bearer error="invalid_token"',
    });
    expect(toErrorResponse(new TokenRejected('insufficient_scope', 'No.')).headers).toEqual({
      'www-authenticate': 'Bearer error="insufficient_scope"',
    });
  });

  it.each([
    new Unavailable(),
    new OutcomeUnknown(),
    new ApiError('unavailable', 'No.'),
    new DomainError('unavailable', 'No.'),
    new ServiceUnavailableException(),
  ])('adds Retry-After to 503: %s', (error) => {
    const response = toErrorResponse(error);
    expect({ status: response.status, code: response.code }).toEqual({ status: 503, code: 'unavailable' });
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });

  it.each([
    [
      'ECONNREFUSED',
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    ],
    ['Connection terminated unexpectedly', new Error('Connection terminated unexpectedly')],
  ])('maps a lost database connection to 503: %s', (_, error) => {
    expect(toErrorResponse(error)).toMatchObject({ status: 503, code: 'unavailable' });
  });

  it.each([
    [
      new NotFoundException('Cannot GET /v1/secret?token=1'),
      404,
      'not_found',
      'No route matches this request.',
    ],
    [new ForbiddenException(), 403, 'forbidden', 'The access token does not permit this.'],
    [new BadRequestException(['a is bad', 'b is bad']), 400, 'invalid_request', 'a is bad; b is bad'],
    [new HttpException('I am a teapot', 418), 418, 'invalid_request', 'I am a teapot'],
    [
      Object.assign(new Error('x'), { statusCode: 413 }),
      413,
      'invalid_request',
      'The body is too large; at most 256 KiB are accepted, 4 MiB for a batch, 10 MiB for a file to reconcile.',
    ],
    [
      Object.assign(new Error('x'), { statusCode: 414, code: 'FST_ERR_MAX_PARAM_LENGTH' }),
      404,
      'not_found',
      'No route matches this request.',
    ],
    [
      Object.assign(new Error('aborted'), { statusCode: 400, code: 'ECONNRESET' }),
      400,
      'invalid_request',
      'The connection was closed before the request was complete.',
    ],
  ])('replaces the messages of the framework: %s', (error, status, code, message) => {
    expect(toErrorResponse(error)).toMatchObject({ status, code, message });
  });

  it.each([
    new Error('row 4711'),
    new TypeError('x is not a function'),
    new HttpException('row 4711', 502),
    new DomainError('unknown_code', 'row 4711'),
    Object.assign(new Error('row 4711'), { statusCode: 500 }),
    'row 4711',
    undefined,
  ])('hides the message of an unexpected error: %s', (error) => {
    const response = toErrorResponse(error);
    expect(response).toMatchObject({ status: 500, code: 'internal_error' });
    expect(response.message).not.toMatch(/4711|function/);
  });
});
