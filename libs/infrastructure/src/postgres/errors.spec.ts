import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@florin/kernel';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { DatabaseFailure, translateDatabaseError, Unavailable } from './errors.js';

/** A server error as pg throws it. */
const fromServer = (code: string, fields: object = {}) =>
  Object.assign(new Error('the message contains hunter2'), {
    code,
    severity: 'ERROR',
    detail: 'Key (email)=(hunter2) already exists.',
    where: 'hunter2',
    ...fields,
  });

const fromSystem = (code: string) => Object.assign(new Error(`write ${code}`), { code, errno: -1 });

describe('translating driver errors', () => {
  it.each([
    '08006',
    '25006',
    '25P03',
    '25P04',
    '40001',
    '40P01',
    '53000',
    '53100',
    '53200',
    '53300',
    '53400',
    '55P03',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '58030',
  ])('maps SQLSTATE %s to unavailable, with a retry after one second', (code) => {
    const error = translateDatabaseError(new QueryFailedError('SELECT 1', [], fromServer(code)));
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
  });

  it.each(['FATAL', 'PANIC'])(
    'maps %s, which ends the session, to unavailable, regardless of the SQLSTATE',
    (severity) => {
      expect(translateDatabaseError(fromServer('XX000', { severity }))).toBeInstanceOf(Unavailable);
      expect(translateDatabaseError(fromServer('XX000'))).toBeInstanceOf(DatabaseFailure);
    },
  );

  it.each([
    'ECONNREFUSED',
    'ENOENT',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ])('maps %s to unavailable', (code) => {
    expect(translateDatabaseError(fromSystem(code))).toBeInstanceOf(Unavailable);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'received invalid response: 7f',
  ])('maps pg\'s "%s", which has no code, to unavailable', (message) => {
    expect(translateDatabaseError(new Error(message))).toBeInstanceOf(Unavailable);
    expect(translateDatabaseError(new QueryFailedError('SELECT 1', [], new Error(message)))).toBeInstanceOf(
      Unavailable,
    );
  });

  it.each([
    'postmaster was shut down, exiting',
    'failure on connection marked as essential: 10.0.0.2:5432',
    'SSL SYSCALL error: EOF detected',
    'server closed the connection unexpectedly',
  ])('maps "%s", which Citus reports as an internal error, to unavailable', (message) => {
    expect(translateDatabaseError(fromServer('XX000', { message }))).toBeInstanceOf(Unavailable);
    expect(translateDatabaseError(fromServer('42P01', { message }))).toBeInstanceOf(DatabaseFailure);
  });

  it.each([QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError])(
    'maps %p, thrown when a connection breaks between two queries, to unavailable',
    (ReleasedError) => {
      expect(translateDatabaseError(new ReleasedError())).toBeInstanceOf(Unavailable);
    },
  );

  it('uses the first error when a host name has several addresses and all fail', () => {
    const error = new AggregateError([fromSystem('ECONNREFUSED'), fromSystem('ECONNREFUSED')], '');
    expect(translateDatabaseError(error)).toBeInstanceOf(Unavailable);
  });

  it('maps a unique violation to a domain error by the name of the constraint', () => {
    const taken = () => new DomainError('email_exists', 'The email is taken');
    const violation = (constraint: string) =>
      new QueryFailedError('INSERT', [], fromServer('23505', { constraint }));
    expect(translateDatabaseError(violation('users_email_key'), { users_email_key: taken })).toMatchObject({
      code: 'email_exists',
    });
    expect(translateDatabaseError(violation('toString'), { users_email_key: taken })).toBeInstanceOf(
      DatabaseFailure,
    );
    expect(translateDatabaseError(violation('users_pkey'))).toMatchObject({ code: 'internal_error' });
  });

  it('finds the constraint in the errors of Citus, which name the one of a shard', () => {
    const taken = () => new DomainError('email_exists', 'The email is taken');
    const translated = (fields: object) =>
      translateDatabaseError(fromServer('23505', fields), { users_email_key: taken });
    const found = { code: 'email_exists' };
    expect(translated({ constraint: 'users_email_key_102112' })).toMatchObject(found);
    const message = 'duplicate key value violates unique constraint "users_email_key_102112"';
    expect(translated({ message })).toMatchObject(found);
    expect(translated({ constraint: 'users_username_key_102112', table: 'users_102112' })).toMatchObject({
      constraint: 'users_username_key',
      table: 'users',
    });
    const check = 'new row for relation "books_102010" violates check constraint "books_held_check"';
    const rejected = translateDatabaseError(fromServer('23514', { message: check }));
    expect(rejected).toMatchObject({ constraint: 'books_held_check' });
    const otherError = translateDatabaseError(fromServer('22P02', { message }));
    expect(otherError).toMatchObject({ constraint: undefined });
  });

  it.each(['22021', '22P05'])('maps text that the server cannot store (%s) to an invalid request', (code) => {
    expect(translateDatabaseError(fromServer(code))).toMatchObject({ code: 'invalid_request' });
  });

  it.each(['23503', '23514', '42P01', '42501', '25P02', 'XX000', '57014'])(
    'does not reveal user input in the failure %s',
    (code) => {
      const raw = new QueryFailedError('UPDATE users SET password = $1', ['hunter2'], fromServer(code));
      const failure = translateDatabaseError(raw) as Error;
      const text = [failure, failure.cause]
        .map((error) => `${String(error)} ${JSON.stringify(error)}`)
        .join();
      expect(text).not.toContain('hunter2');
      expect(text).toContain(code);
      expect(text).toContain('UPDATE users SET password = $1');
    },
  );

  it('returns errors that are not from the database unchanged', () => {
    const refusal = new DomainError('not_found', 'no');
    const mistake = new TypeError('undefined is not a function');
    expect(translateDatabaseError(refusal)).toBe(refusal);
    expect(translateDatabaseError(mistake)).toBe(mistake);
    expect(translateDatabaseError('thrown text')).toBe('thrown text');
    expect(
      translateDatabaseError(Object.assign(new Error('no such file'), { code: 'EACCES' })),
    ).toMatchObject({ code: 'EACCES' });
  });
});
