import { describe, expect, it } from '@jest/globals';
import { differencesFrom } from './expectations.js';
import type { Block } from './pages.js';

const block = (text: string, language = 'sh'): Block => ({
  page: 'page.md',
  line: 1,
  language,
  marks: [],
  text,
  followsBlock: false,
});
const response = (value: unknown): Block => block(JSON.stringify(value), 'json');

describe('the output of a block', () => {
  it('is as expected if it has all comments, in order', () => {
    const commands = block('first   # → "status":"pending"\nsecond  # → insufficient_funds');
    const output = '{"id":"txn_1","status":"pending"}\n{"error":"insufficient_funds","message":"No."}\n';
    expect(differencesFrom(commands, undefined, output)).toEqual([]);
  });

  it('differs if the order is another', () => {
    expect(differencesFrom(block('a # → two\nb # → one'), undefined, 'one\ntwo\n')).toHaveLength(1);
  });

  it('differs by an error that no comment names', () => {
    const output = '{"error":"invalid_request","message":"No."}\n';
    expect(differencesFrom(block('florin'), undefined, output)).toEqual([
      'invalid_request was returned and not expected',
    ]);
  });

  it('is as expected if the last response contains the JSON below', () => {
    const output = '{"id":"x"}\n{"id":"txn_01abc","amount":5,"list":[{"a":1,"b":2}]}\n';
    const expected = { id: 'txn_…', amount: 5, list: [{ a: 1 }] };
    expect(differencesFrom(block('florin'), response(expected), output)).toEqual([]);
  });

  it.each([
    { id: 'acct_…' },
    { amount: 6 },
    { amount: '5' },
    { absent: null },
    { list: [{ a: 2 }] },
    { list: [{ a: 1 }, { a: 1 }] },
    { id: { nested: true } },
  ])('differs if the last response lacks %j', (expected) => {
    const output = '{"id":"txn_01abc","amount":5,"list":[{"a":1}]}\n';
    expect(differencesFrom(block('florin'), response(expected), output)).toHaveLength(1);
  });

  it('differs if there is no response', () => {
    expect(differencesFrom(block('true'), response({ id: '…' }), '')).toHaveLength(1);
  });
});
