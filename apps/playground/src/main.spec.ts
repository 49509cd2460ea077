import { describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const program = read('main.ts');

describe('the playground', () => {
  it('holds a payment, rejects one that the balance cannot cover, and prints the balance and the events', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    await import('./main.js');
    const printed = log.mock.calls.map((values) => values.join(' '));
    log.mockRestore();
    expect(printed).toEqual([
      'rejected: insufficient_funds',
      'available 7500 held 2500',
      'transaction.created credit 10000',
      'transaction.succeeded credit 10000',
      'transaction.created payment 2500',
    ]);
  });

  it('has fewer than 40 lines', () => {
    expect(program.trimEnd().split('\n').length).toBeLessThan(40);
  });

  it('is the first example in docs/libraries.md', () => {
    const [, first] = /^```ts\n([^]*?)^```$/m.exec(read('../../../docs/libraries.md')) ?? [];
    expect(first).toBe(program);
  });
});
