import { describe, expect, it } from '@jest/globals';
import { withSessionOptions } from './connection-options.js';

const MANDATORY =
  '-c datestyle=ISO -c array_nulls=on -c default_transaction_isolation=read\\ committed -c synchronous_commit=on';
const optionsOf = (url: string): string | null => new URL(url).searchParams.get('options');

describe('the options of a session', () => {
  it('are added to a URL that has none, and the other parameters stay', () => {
    expect(optionsOf(withSessionOptions('postgres://florin@db/florin', {}))).toBe(MANDATORY);
    const url = withSessionOptions('postgresql:///florin?host=/run/postgresql&user=a%20b#top', {});
    expect(new URL(url).searchParams.get('host')).toBe('/run/postgresql');
    expect(new URL(url).searchParams.get('user')).toBe('a b');
    expect(optionsOf(url)).toBe(MANDATORY);
  });

  it('come after the defaults and those of the URL, because the last one applies', () => {
    const url = withSessionOptions(
      'postgres://db/florin?options=-c%20jit%3Don',
      { jit: 'off' },
      { statement_timeout: 0 },
    );
    expect(optionsOf(url)).toBe(`-c jit=off -c jit=on ${MANDATORY} -c statement_timeout=0`);
  });
});
