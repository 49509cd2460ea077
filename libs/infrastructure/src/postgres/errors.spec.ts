import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@florin/kernel';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { DatabaseFailure, translateDatabaseError, Unavailable } from './errors.js';

/** An error as pg makes it of what the server sent. */
const fromServer = (code: string, fields: object = {}) =>
  Object.assign(new Error('the secret hunter2 is in my words'), {
    code,
    severity: 'ERROR',
    detail: 'Key (email)=(hunter2) already exists.',
    where: 'hunter2',
    ...fields,
  });

const fromSystem = (code: string) => Object.assign(new Error(`write ${code}`), { code, errno: -1 });

describe('translating what the driver threw', () => {
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
  ])('calls SQLSTATE %s unavailable, to be tried again after a second', (code) => {
    const error = translateDatabaseError(new QueryFailedError('SELECT 1', [], fromServer(code)));
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
  });

  it.each(['FATAL', 'PANIC'])(
    'calls it unavailable when a session ends with %s, whatever its code',
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
  ])('calls %s unavailable', (code) => {
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
  ])('calls pg\'s "%s", which has no code, unavailable', (message) => {
    expect(translateDatabaseError(new Error(message))).toBeInstanceOf(Unavailable);
    expect(translateDatabaseError(new QueryFailedError('SELECT 1', [], new Error(message)))).toBeInstanceOf(
      Unavailable,
    );
  });

  it.each([QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError])(
    'calls a connection that broke between two queries unavailable, of which there is only a %p',
    (Complaint) => {
      expect(translateDatabaseError(new Complaint())).toBeInstanceOf(Unavailable);
    },
  );

  it('looks at the first address when a name had several and none answered', () => {
    const error = new AggregateError([fromSystem('ECONNREFUSED'), fromSystem('ECONNREFUSED')], '');
    expect(translateDatabaseError(error)).toBeInstanceOf(Unavailable);
  });

  it('makes a refusal of a violated constraint by its name alone', () => {
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

  it.each(['22021', '22P05'])('calls text that the server cannot keep (%s) an invalid request', (code) => {
    expect(translateDatabaseError(fromServer(code))).toMatchObject({ code: 'invalid_request' });
  });

  it.each(['23503', '23514', '42P01', '42501', '25P02', 'XX000', '57014'])(
    'lets nothing that a user sent out of the failure %s',
    (code) => {
      const raw = new QueryFailedError('UPDATE users SET password = $1', ['hunter2'], fromServer(code));
      const told = translateDatabaseError(raw) as Error;
      const everything = [told, told.cause]
        .map((error) => `${String(error)} ${JSON.stringify(error)}`)
        .join();
      expect(everything).not.toContain('hunter2');
      expect(everything).toContain(code);
      expect(everything).toContain('UPDATE users SET password = $1');
    },
  );

  it('leaves alone what did not come from the database', () => {
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
