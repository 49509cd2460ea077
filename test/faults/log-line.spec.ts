import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@florin/infrastructure';
import { isErrorLine } from '../../tools/drill/log-line.mjs';

describe('a log line during a drill', () => {
  const lines: string[] = [];
  const logger = createLogger('trace', { write: (line) => lines.push(line) });
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
  for (const level of levels) logger[level]('message');

  it('is an error with the level error or fatal, and only then', () => {
    expect(levels.filter((_, index) => isErrorLine(lines[index] ?? ''))).toEqual(['error', 'fatal']);
    expect(isErrorLine('florin: the API listens on http://127.0.0.1:3000')).toBe(false);
  });
});
