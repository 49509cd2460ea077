import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { describeError } from './redaction.js';

function logged(facts: object): string {
  let text = '';
  createLogger('trace', { write: (line) => (text += line) }).error(facts, 'request failed');
  return text;
}

describe('the log', () => {
  it.each([
    { password: 'canary' },
    { Authorization: 'Bearer canary' },
    { headers: { authorization: 'Bearer canary', cookie: 'a=canary' } },
    { session: { refresh_token: 'canary', accessToken: 'canary' } },
    { deeply: { nested: { card: { number: 'canary', cvc: 'canary' } } } },
    { apiKey: 'canary' },
    { body: { anything: 'canary' } },
    { a: { b: { c: { d: { e: 'canary' } } } } },
    { users: [{ password: 'canary', card: { number: 'canary' } }, [{ token: 'canary' }]] },
  ])('hides %j', (facts) => {
    expect(logged(facts)).not.toContain('canary');
  });

  it('keeps other fields', () => {
    expect(
      JSON.parse(logged({ requestId: 'r1', route: '/v1/users', status: 200, list: [1, 2] })),
    ).toMatchObject({
      level: 'error',
      requestId: 'r1',
      route: '/v1/users',
      status: 200,
      list: [1, 2],
      msg: 'request failed',
    });
  });

  it('writes one line of JSON in UTC per entry, whatever it contains', () => {
    const untrusted = 'a\nb\r\n{"level":"fatal"}\u001b[31m';
    const line = logged({ route: untrusted, [untrusted]: 1 });
    expect(line.match(/[\n\r\u001b]/g)).toEqual(['\n']);
    expect(line.endsWith('}\n')).toBe(true);
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      route: untrusted,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('contains only the SQLSTATE, constraint and stack frames of a database error', () => {
    const error = Object.assign(new Error('duplicate key value: canary'), {
      code: '23505',
      detail: 'Key (email)=(canary) already exists.',
      parameters: ['canary'],
      query: 'INSERT INTO users',
      constraint: 'users_email_key',
    });
    const line = logged({ err: error });
    expect(line).not.toContain('canary');
    expect(JSON.parse(line)).toMatchObject({
      err: { message: 'SQLSTATE 23505', constraint: 'users_email_key' },
    });
    expect(line).toContain('redaction.spec');
  });

  it('contains the message and stack of any other error', () => {
    expect(describeError(new RangeError('too far'))).toMatchObject({
      type: 'RangeError',
      message: 'too far',
      stack: expect.stringContaining('redaction.spec'),
    });
    expect(describeError('canary').message).not.toContain('canary');
  });

  it('distinguishes a system error code from a SQLSTATE of the same shape', () => {
    const lost = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    expect(describeError(lost)).toMatchObject({ message: 'write EPIPE', code: 'EPIPE' });
    const sent = Object.assign(new Error('canary'), { code: '23505', severity: 'ERROR' });
    expect(describeError(sent)).toMatchObject({ message: 'SQLSTATE 23505', code: '23505' });
  });

  it('contains redacted causes up to a limited depth', () => {
    const refused = Object.assign(new Error('canary'), { code: '53100', query: 'INSERT' });
    const line = logged({ err: new Error('not now', { cause: new Error('later', { cause: refused }) }) });
    expect(line).not.toContain('canary');
    expect(JSON.parse(line)).toMatchObject({
      err: { message: 'not now', cause: { message: 'later', cause: { message: 'SQLSTATE 53100' } } },
    });
    const several = [new RangeError('too far'), ...Array<Error>(9).fill(refused)];
    const entry = JSON.parse(logged({ err: new AggregateError(several, '10 items failed.') })) as object;
    expect(entry).toMatchObject({
      err: { message: '10 items failed.', errors: [{ message: 'too far' }, {}, {}, {}, {}] },
    });
    const circle = new Error('circular');
    circle.cause = circle;
    expect(describeError(circle)).toMatchObject({ cause: { cause: { cause: { message: 'circular' } } } });
  });
});
