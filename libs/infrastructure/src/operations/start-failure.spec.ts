import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { Unavailable } from '../postgres/errors.js';
import { BadSetting } from '../settings/bad-setting.js';
import { startFailureMessage } from './start-failure.js';

const ended = Object.assign(new Error('terminating connection due to administrator command'), {
  code: '57P01',
  severity: 'FATAL',
});

describe('the message of a failed start', () => {
  it('is the message of errors that are written for the operator', () => {
    expect(startFailureMessage(new BadSetting('PORT', 'must be a port'))).toBe('PORT must be a port');
  });

  it.each([
    ['the server terminated the connection', ended],
    ['a statement was running', new QueryFailedError('SELECT 1', [], ended)],
    ['the socket broke', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
    ['the pool found no connection', new Error('timeout exceeded when trying to connect')],
    ['a use case threw Unavailable', new Unavailable()],
  ])('is one line when the database is unavailable: %s', (_, error) => {
    expect(startFailureMessage(error)).toMatch(/^The database became unavailable during the start[^\n]*\.$/);
  });

  it('contains the message of the database', () => {
    expect(startFailureMessage(ended)).toContain('(terminating connection due to administrator command)');
  });

  it('does not blame the database when a file is missing', () => {
    const missing = Object.assign(new Error('ENOENT: open page.css'), { code: 'ENOENT', path: 'page.css' });
    expect(startFailureMessage(missing)).toMatch(/^Error: ENOENT: open page.css\n/);
  });

  it('contains the stack of an unexpected error', () => {
    expect(startFailureMessage(new TypeError('unexpected'))).toMatch(/^TypeError: unexpected\n +at /);
    expect(startFailureMessage('not an Error')).toBe('not an Error');
  });
});
