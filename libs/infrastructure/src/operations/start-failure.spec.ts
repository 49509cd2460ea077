import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { Unavailable } from '../postgres/errors.js';
import { BadSetting } from '../settings/bad-setting.js';
import { startFailureMessage } from './start-failure.js';

const ended = Object.assign(new Error('terminating connection due to administrator command'), {
  code: '57P01',
  severity: 'FATAL',
});

describe('what ended a start', () => {
  it('is told in the words of those errors that are written for an operator', () => {
    expect(startFailureMessage(new BadSetting('PORT', 'must be a port'))).toBe('PORT must be a port');
  });

  it.each([
    ['the server ended the connection', ended],
    ['a statement was under way meanwhile', new QueryFailedError('SELECT 1', [], ended)],
    ['the socket broke', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
    ['the pool found no connection', new Error('timeout exceeded when trying to connect')],
    ['a use case said so', new Unavailable()],
  ])('is told in one line when the database went away: %s', (_, error) => {
    expect(startFailureMessage(error)).toMatch(/^The database went away during the start[^\n]*\.$/);
  });

  it('says which words the database had for it', () => {
    expect(startFailureMessage(ended)).toContain('(terminating connection due to administrator command)');
  });

  it('is not blamed on the database when a file is missing', () => {
    const missing = Object.assign(new Error('ENOENT: open page.css'), { code: 'ENOENT', path: 'page.css' });
    expect(startFailureMessage(missing)).toMatch(/^Error: ENOENT: open page.css\n/);
  });

  it('is told with where it came from when nobody knows what it is', () => {
    expect(startFailureMessage(new TypeError('nobody expected this'))).toMatch(
      /^TypeError: nobody expected this\n +at /,
    );
    expect(startFailureMessage('no error at all')).toBe('no error at all');
  });
});
