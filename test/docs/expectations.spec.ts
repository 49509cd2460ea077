import { describe, expect, it } from '@jest/globals';
import { failedExpectations } from './expectations.js';
import type { Block } from './pages.js';

const block = (text: string, language = 'sh'): Block => ({
  page: 'page.md',
  line: 1,
  language,
  marks: [],
  text,
  followsBlock: false,
});
const answer = (value: unknown): Block => block(JSON.stringify(value), 'json');

describe('what a page promises', () => {
  it('is kept by an output that has it all, in order', () => {
    const commands = block('first   # → "status":"pending"\nsecond  # → insufficient_funds');
    const output = '{"id":"txn_1","status":"pending"}\n{"error":"insufficient_funds","message":"No."}\n';
    expect(failedExpectations(commands, undefined, output)).toEqual([]);
  });

  it('is broken by an output in another order', () => {
    expect(failedExpectations(block('a # → two\nb # → one'), undefined, 'one\ntwo\n')).toHaveLength(1);
  });

  it('is broken by a refusal that was not announced', () => {
    const output = '{"error":"invalid_request","message":"No."}\n';
    expect(failedExpectations(block('florin'), undefined, output)).toEqual([
      'invalid_request was answered and not promised',
    ]);
  });

  it('is kept by a last answer that contains the JSON below, whatever else it has', () => {
    const output = '{"id":"x"}\n{"id":"txn_01abc","amount":5,"list":[{"a":1,"b":2}]}\n';
    const promised = { id: 'txn_…', amount: 5, list: [{ a: 1 }] };
    expect(failedExpectations(block('florin'), answer(promised), output)).toEqual([]);
  });

  it.each([
    { id: 'acct_…' },
    { amount: 6 },
    { amount: '5' },
    { absent: null },
    { list: [{ a: 2 }] },
    { list: [{ a: 1 }, { a: 1 }] },
    { id: { nested: true } },
  ])('is broken by a last answer that lacks %j', (promised) => {
    const output = '{"id":"txn_01abc","amount":5,"list":[{"a":1}]}\n';
    expect(failedExpectations(block('florin'), answer(promised), output)).toHaveLength(1);
  });

  it('is broken when there is no answer at all', () => {
    expect(failedExpectations(block('true'), answer({ id: '…' }), '')).toHaveLength(1);
  });
});
