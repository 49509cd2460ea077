import { describe, expect, it } from '@jest/globals';
import { withSessionOptions } from './connection-options.js';

const ALWAYS =
  '-c datestyle=ISO -c array_nulls=on -c default_transaction_isolation=read\\ committed -c synchronous_commit=on';
const optionsOf = (url: string): string | null => new URL(url).searchParams.get('options');

describe('the options of a session', () => {
  it('are added to a URL that has none, and everything else of it stays', () => {
    expect(optionsOf(withSessionOptions('postgres://florin@db/florin', {}))).toBe(ALWAYS);
    const url = withSessionOptions('postgresql:///florin?host=/run/postgresql&user=a%20b#top', {});
    expect(new URL(url).searchParams.get('host')).toBe('/run/postgresql');
    expect(new URL(url).searchParams.get('user')).toBe('a b');
    expect(optionsOf(url)).toBe(ALWAYS);
  });

  it('come after those that are wished for and those of the URL, because the last one counts', () => {
    const url = withSessionOptions(
      'postgres://db/florin?options=-c%20jit%3Don',
      { jit: 'off' },
      { statement_timeout: 0 },
    );
    expect(optionsOf(url)).toBe(`-c jit=off -c jit=on ${ALWAYS} -c statement_timeout=0`);
  });
});
