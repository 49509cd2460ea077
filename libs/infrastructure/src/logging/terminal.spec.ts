import { expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { readableLines } from './terminal.js';

it('shows a request as one short line at a terminal, and other lines with their fields', () => {
  let text = '';
  const destination = { write: (line: string) => (text += line) };
  const logger = createLogger('info', readableLines(destination));
  const request = { requestId: 'r1', method: 'GET', route: '/v1/users/:id', status: 404, ms: 1.5 };
  logger.info({ ...request, principal: 'user_1', refused: 'not_found' });
  logger.warn({ job: 'settle-due', password: 'canary' }, 'job done');
  expect(text.replace(/\u001b\[\d+m/g, '').split('\n')).toEqual([
    expect.stringMatching(/^\[\d\d:\d\d:\d\d\] INFO: GET \/v1\/users\/:id 404 1\.5 ms not_found$/),
    expect.stringMatching(
      /^\[\d\d:\d\d:\d\d\] WARN: job done \{"job":"settle-due","password":"\[redacted\]"\}$/,
    ),
    '',
  ]);
});
