import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { brandOf, cardSummaryOf, parseCard, passesLuhn } from './card.js';

const NOW = new Date('2026-03-14T12:00:00.000Z');
const card = (overrides: Partial<Record<'number' | 'expiry' | 'code', string>> = {}) =>
  parseCard({ number: '4242 4242 4242 4242', expiry: '12/30', code: '123', ...overrides }, NOW);

describe('card input', () => {
  it.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    ' 4242\u00a04242 42424242 ',
    '4242\u20134242\u20134242\u20134242',
    '\u202d4242 4242 4242 4242\u202c',
    '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
    '４２４２４２４２４２４２４２４２',
  ])('accepts the number %j', (number) => {
    expect(card({ number }).card?.number).toBe('4242424242424242');
  });

  it('accepts the digits of every script', () => {
    for (const zero of ['٠', '۰', '०', '০', '๐', '０', '\u{1d7d8}', '\u{11136}']) {
      const digits = (text: string) =>
        text.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));
      const typed = { number: digits('3782 822463 10005'), expiry: digits('09/31'), code: digits('7654') };
      expect(card(typed).card).toEqual({
        number: '378282246310005',
        expiryMonth: 9,
        expiryYear: 2031,
        code: '7654',
      });
    }
  });

  it.each(['4242424242424241', '4242', '42424242424242424242', '4242x24242424242', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤١'])(
    'refuses the number %j',
    (number) => {
      expect(card({ number }).problems).toEqual({ number: 'invalid' });
    },
  );

  it.each([
    ['eleven digits', '42424242420', 'invalid'],
    ['twelve digits', '424242424242', undefined],
    ['nineteen digits', '4242424242424242428', undefined],
    ['twenty digits', '42424242424242424242', 'invalid'],
  ])('accepts 12 to 19 digits only: %s', (_, number, problem) => {
    expect(passesLuhn(number)).toBe(true);
    expect(card({ number }).problems?.number).toBe(problem);
  });

  it.each([
    ['03/26', 3, 2026],
    ['01/30', 1, 2030],
    [' 12/30 ', 12, 2030],
    ['12  /  30', 12, 2030],
    ['12.30', 12, 2030],
    ['03/76', 3, 2076],
    ['3/26', 3, 2026],
    ['03 / 2026', 3, 2026],
    ['0326', 3, 2026],
    ['032026', 3, 2026],
    ['12-30', 12, 2030],
    ['12 30', 12, 2030],
    ['3 2030', 3, 2030],
    ['2030 12', 12, 2030],
    ['2030-12', 12, 2030],
    ['2030/3', 3, 2030],
    ['１２／３０', 12, 2030],
  ])('accepts the expiry %j', (expiry, expiryMonth, expiryYear) => {
    expect(card({ expiry }).card).toMatchObject({ expiryMonth, expiryYear });
  });

  it.each([
    ['02/26', 'expired'],
    ['12/2019', 'expired'],
    ['13/30', 'invalid'],
    ['00/30', 'invalid'],
    ['12/2099', 'invalid'],
    ['04/76', 'invalid'],
    ['12/026', 'invalid'],
    ['12//30', 'invalid'],
    ['1 2 30', 'invalid'],
    ['x12/30', 'invalid'],
    ['12/30x', 'invalid'],
    ['112/30', 'invalid'],
    ['x1230', 'invalid'],
    ['12300', 'invalid'],
    ['1230305', 'invalid'],
    ['soon', 'invalid'],
    [' ', 'missing'],
  ])('refuses the expiry %j', (expiry, problem) => {
    expect(card({ expiry }).problems).toEqual({ expiry: problem });
  });

  it('is valid until its month has ended in every time zone', () => {
    const input = { number: '4242424242424242', expiry: '03/26', code: '123' };
    expect(parseCard(input, new Date('2026-04-01T11:59:59Z')).card).toBeDefined();
    expect(parseCard(input, new Date('2026-04-01T12:00:00Z')).problems).toEqual({ expiry: 'expired' });
  });

  it('requires a code of three digits, or of four for American Express', () => {
    expect(card({ code: '1234' }).problems).toEqual({ code: 'invalid' });
    expect(card({ number: '378282246310005', code: '1234' }).card?.code).toBe('1234');
    for (const code of ['123', '12345', 'x1234'])
      expect(card({ number: '378282246310005', code }).problems).toEqual({ code: 'invalid' });
    expect(card({ code: '12a' }).problems).toEqual({ code: 'invalid' });
    expect(card({ code: ' 123 ' }).card?.code).toBe('123');
  });

  it.each([
    ['12', 'invalid'],
    ['123', undefined],
    ['1234', undefined],
    ['12345', 'invalid'],
    ['x1234', 'invalid'],
    [' ', 'missing'],
  ])('with an invalid number checks the code %j against the lengths of all brands', (code, problem) => {
    expect(card({ number: 'invalid', code }).problems).toEqual({
      number: 'invalid',
      ...(problem !== undefined && { code: problem }),
    });
  });

  it('reports all problems at once', () => {
    expect(card({ number: '', expiry: '', code: '' }).problems).toEqual({
      number: 'missing',
      expiry: 'missing',
      code: 'missing',
    });
  });

  it.each([
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
    ['3056930009020004', 'diners'],
    ['3566002020360505', 'jcb'],
    ['6200000000000005', 'unionpay'],
    ['6759649826438453', 'maestro'],
    ['9999999999999995', 'unknown'],
  ])('%s has the brand %s', (number, brand) => {
    expect(passesLuhn(number)).toBe(true);
    expect(brandOf(number)).toBe(brand);
  });

  it.each([
    ['visa', ['4'], []],
    [
      'mastercard',
      ['51', '55', '2221', '2229', '223', '229', '23', '26', '270', '271', '2720'],
      ['2220', '2721'],
    ],
    ['amex', ['34', '37'], ['33', '32']],
    ['discover', ['6011', '644', '649', '65'], ['6010', '643']],
    ['diners', ['300', '305', '36', '38', '39'], ['306', '31']],
    ['jcb', ['3528', '3529', '353', '358'], ['3527', '359']],
    ['unionpay', ['62', '81'], ['80', '82']],
    ['maestro', ['50', '56', '59', '60', '69'], ['40', '70']],
  ])('has the brand %s for the prefixes of its scheme only', (brand, prefixes, others) => {
    for (const prefix of prefixes) {
      expect(brandOf(prefix.padEnd(16, '0'))).toBe(brand);
      expect(brandOf(`0${prefix}`.padEnd(16, '0'))).toBe('unknown');
    }
    for (const other of others) expect(brandOf(other.padEnd(16, '0'))).not.toBe(brand);
  });

  it('is summarized by its brand and last four digits', () => {
    const parsed = card().card;
    expect(parsed && cardSummaryOf(parsed)).toEqual({ brand: 'visa', last4: '4242' });
  });

  it('fails the check when one digit is changed', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 18 });
    fc.assert(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, at, by) => {
        const check = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].find((digit) =>
          passesLuhn(body.join('') + digit),
        );
        const valid = body.join('') + String(check);
        const index = at % valid.length;
        const changed = (Number(valid[index]) + by) % 10;
        const typo = valid.slice(0, index) + String(changed) + valid.slice(index + 1);
        return passesLuhn(valid) && !passesLuhn(typo);
      }),
    );
  });
});
