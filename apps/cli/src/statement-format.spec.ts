import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { neutralizeFormulas, type StatementLine } from '@florin/infrastructure';
import { type Currency, idFromUuid } from '@florin/kernel';
import { statementWriter } from './statement-format.js';

const EUR = 'EUR' as Currency;
const AT = new Date('2026-01-02T03:04:05Z');
const lineWith = (reference: string): StatementLine => ({
  transaction: {
    id: idFromUuid('txn', '01890000-0000-7000-8000-000000000001'),
    accountId: idFromUuid('acct', '01890000-0000-7000-8000-000000000002'),
    type: 'payment',
    amount: 7_500,
    currency: EUR,
    status: 'succeeded',
    reference,
    metadata: {},
    refundOf: undefined,
    transferId: undefined,
    counterpartyId: undefined,
    refundId: undefined,
    failureReason: undefined,
    createdAt: AT,
    updatedAt: AT,
    endedAt: AT,
  },
  change: -7_500,
  balance: 0,
  request: undefined,
});
const { lines } = statementWriter('csv', EUR);
const fieldOf = (reference: string): string =>
  /,-75\.00,0\.00,(.*),,,,,\r\n$/s.exec(lines([lineWith(reference)]))?.[1] ?? 'no match';

describe('the reference in a CSV statement', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 1234', "'+49 1234"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1+1', "'  =1+1"],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x.example","go")', `"'=HYPERLINK(""http://x.example"",""go"")"`],
    ['order 7;=1+1', `"order 7;'=1+1"`],
    ['order 7', 'order 7'],
    ['a-b=c', 'a-b=c'],
    ['', ''],
    ['size "M", blue', '"size ""M"", blue"'],
    ['two\nlines', '"two\nlines"'],
  ])('%j is written as %s', (text, written) => {
    expect(fieldOf(text)).toBe(written);
  });

  it('never starts a formula, also if semicolons separate fields', () => {
    const formulaCharacters = fc.array(
      fc.constantFrom('=', '+', '-', '@', ';', ' ', '"', "'", 'a', '1', '\t', '＝'),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(formulaCharacters, (characters) => {
        for (const part of neutralizeFormulas(characters.join('')).split(';')) {
          expect(part.replace(/^'.*/s, '')).not.toMatch(/^[\s"']*[=+\-@＝＋－＠]/u);
        }
      }),
    );
  });
});
