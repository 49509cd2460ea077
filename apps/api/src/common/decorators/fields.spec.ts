import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { exampleId } from '../../openapi/fields.js';
import { ApiError } from '../errors/api-error.js';
import {
  Amount,
  AnyText,
  AnyValue,
  CurrencyCode,
  EmailAddress,
  IdText,
  MetadataField,
  Nested,
  OneOf,
  Name,
  Reference,
  Rfc3339,
  Text,
} from './fields.js';
import { parseDto } from '../validation/parse-dto.js';
import { DateFrom, DateTo, QueryId, QueryInteger, QueryText } from './query-fields.js';

/** What one field makes of one value: the value handed on, or the message of the refusal. */
function tried(decorator: PropertyDecorator, value: unknown): unknown {
  class OneField {
    it?: unknown;
  }
  decorator(OneField.prototype, 'it');
  try {
    return parseDto(OneField, value === undefined ? {} : { it: value }).it;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_request') return error;
    throw error;
  }
}

const refused = (words: RegExp): unknown =>
  expect.objectContaining({ code: 'invalid_request', status: 400, message: expect.stringMatching(words) });

const longName = 'é'.repeat(256);

describe.each<
  [name: string, decorator: PropertyDecorator, right: [unknown, unknown][], wrong: unknown[], words: RegExp]
>([
  [
    'Amount',
    Amount(),
    [
      [1, 1],
      [1e12, 1e12],
      [7500, 7500],
    ],
    [0, -1, 1.5, 1e12 + 1, 1e300, 2 ** 53 + 2, NaN, '7500', true, null, [1], {}],
    /^it must be a whole number from 1 to 1000000000000, in minor units\.$/,
  ],
  [
    'CurrencyCode',
    CurrencyCode(),
    [
      ['USD', 'USD'],
      ['JPY', 'JPY'],
    ],
    ['usd', 'XXX', 'XAU', 'US', '', 840, null],
    /^it must be an ISO 4217/,
  ],
  [
    'EmailAddress',
    EmailAddress(),
    [['Ada@Example.COM', 'ada@example.com']],
    ['ada', 'ada@localhost', 'a b@example.com', '@example.com', 1, null, `${'a'.repeat(250)}@example.com`],
    /^it must be an email address\.$/,
  ],
  [
    'Name',
    Name(),
    [
      ['  Ada  ', 'Ada'],
      ['é'.repeat(255), 'é'.repeat(255)],
      ['🦊'.repeat(255), '🦊'.repeat(255)],
    ],
    ['', '   ', longName, 'a\u0007b', 7, null],
    /^it must be text of 1 to 255 characters\.$/,
  ],
  [
    'Reference',
    Reference(),
    [[' kept as it is ', ' kept as it is ']],
    ['', longName, 1, null],
    /^it must be text of 1 to 255/,
  ],
  [
    'Text',
    Text({ least: 2, most: 4 }),
    [
      ['ab', 'ab'],
      ['🦊🦊🦊🦊', '🦊🦊🦊🦊'],
    ],
    ['a', 'abcde', null],
    /^it must be text of 2 to 4/,
  ],
  [
    'AnyText',
    AnyText(),
    [
      ['', ''],
      ['a\tb', 'a\tb'],
    ],
    [1, null, ['a']],
    /^it must be text\.$/,
  ],
  [
    'IdText',
    IdText('acct'),
    [
      ['acct_x', 'acct_x'],
      ['nonsense', 'nonsense'],
      ['x'.repeat(256), 'x'.repeat(256)],
    ],
    [1, null, ['acct_x']],
    /^it must be an id such as acct_/,
  ],
  [
    'OneOf',
    OneOf(['open', 'closed']),
    [['open', 'open']],
    ['Open', 'toString', '', null, 0],
    /^it must be one of open, closed\.$/,
  ],
  [
    'OneOf, asked for twice',
    OneOf(['open', 'closed']),
    [['open', 'open']],
    [['open', 'closed']],
    /^it must be given once, as one of open, closed\.$/,
  ],
  [
    'Rfc3339',
    Rfc3339(),
    [['2026-01-31T09:30:00Z', new Date('2026-01-31T09:30:00Z')]],
    ['2026-01-31', '2024-02-30T00:00:00Z', 5, null],
    /^it must be a timestamp/,
  ],
  [
    'AnyValue',
    AnyValue(),
    [
      [0, 0],
      [null, null],
      [{ a: 1 }, { a: 1 }],
    ],
    [],
    /./,
  ],
  [
    'QueryInteger',
    QueryInteger({ min: 1, max: 100, default: 25 }),
    [
      ['1', 1],
      ['100', 100],
      ['007', 7],
      [undefined, 25],
    ],
    [
      '0',
      '101',
      '',
      ' 1',
      '1 ',
      '+1',
      '-1',
      '1.0',
      '1e1',
      '0x10',
      '1_0',
      '٣',
      '9'.repeat(400),
      ['1', '2'],
      null,
    ],
    /^it must be given once, as a whole number from 1 to 100\.$/,
  ],
  [
    'QueryText',
    QueryText({ least: 1, most: 255 }),
    [
      ['a', 'a'],
      [undefined, undefined],
    ],
    ['', longName, ['a', 'b']],
    /^it must be given once, as text/,
  ],
  [
    'QueryId',
    QueryId('txn'),
    [
      [exampleId('txn'), exampleId('txn')],
      [undefined, undefined],
    ],
    ['', 'txn_', 'abc', exampleId('acct'), exampleId('txn').toUpperCase(), [exampleId('txn')], null],
    /^it must be (given once, as )?an id that begins with txn_\.$/,
  ],
  [
    'DateFrom',
    DateFrom(),
    [
      ['2026-01-31', new Date('2026-01-31T00:00:00Z')],
      [undefined, undefined],
    ],
    ['2026-02-30', '', ['2026-01-31']],
    /^it must be a date/,
  ],
  [
    'DateTo',
    DateTo(),
    [['2026-01-31', new Date('2026-01-31T23:59:59.999Z')]],
    ['31.01.2026'],
    /^it must be a date/,
  ],
])('@%s', (_, decorator, right, wrong, words) => {
  it.each(right)('takes %j', (value, expected) => {
    expect(tried(decorator, value)).toEqual(expected);
  });

  if (wrong.length > 0) {
    it.each(wrong.map((value) => [value]))('refuses %j', (value) => {
      expect(tried(decorator, value)).toEqual(refused(words));
    });
  }
});

describe.each([
  ['DateFrom', DateFrom()],
  ['DateTo', DateTo()],
  ['Rfc3339', Rfc3339()],
])('@%s', (_, decorator) => {
  it('tells whoever wrote an offset into an address as it is why it is not understood', () => {
    const sent = new URLSearchParams('it=2026-01-31T09:30:00+01:00').get('it');
    expect(tried(decorator, sent)).toEqual(refused(/T09:30:00Z \(in an address, a \+ is written %2B\)\.$/));
    expect(tried(decorator, '2026-01-31T09:30:00+01:00')).toEqual(new Date('2026-01-31T08:30:00Z'));
    expect(tried(decorator, '2026-01-31 09:30')).toEqual(refused(/T09:30:00Z\.$/));
  });
});

describe('presence', () => {
  it('is required unless said otherwise', () => {
    expect(tried(Amount(), undefined)).toEqual(refused(/^it is required\.$/));
    expect(tried(Amount({ optional: true }), undefined)).toBeUndefined();
  });

  it('does not take null for absent, nor absent for null', () => {
    expect(tried(Reference({ optional: true }), null)).toEqual(refused(/^it must be text/));
    expect(tried(Reference({ optional: true, nullable: true }), null)).toBeNull();
    expect(tried(Reference({ nullable: true }), undefined)).toEqual(refused(/^it is required\.$/));
  });

  it('leaves no trace of an absent field', () => {
    class Change {
      @Reference({ optional: true, nullable: true }) reference?: string | null;
      @Name({ optional: true }) name?: string;
    }
    expect(Object.keys(parseDto(Change, { reference: null }))).toEqual(['reference']);
  });
});

describe('@MetadataField', () => {
  it('hands on the very object that was sent', () => {
    const metadata = JSON.parse('{"constructor":"c","toString":1,"a":{"b":[{"c":null}]}}') as object;
    expect(tried(MetadataField(), metadata)).toBe(metadata);
  });

  it.each([
    ['a list', []],
    ['a text', 'x'],
    ['null', null],
    ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, key) => [`k${key}`, 1]))],
    ['a key of 41 characters', { ['k'.repeat(41)]: 1 }],
    ['four levels', { a: { b: { c: { d: {} } } } }],
    ['more than 8 KiB', { a: 'x'.repeat(9000) }],
  ])('refuses %s', (_, metadata) => {
    expect(tried(MetadataField(), metadata)).toEqual(refused(/^it must /));
  });
});

describe('@Nested', () => {
  class Inner {
    @CurrencyCode({ optional: true }) currency?: string;
    @Name({ optional: true }) label?: string;
  }
  const nested = Nested(() => Inner);

  it('makes an instance of the inner class and converts within', () => {
    const made = tried(nested, { currency: 'EUR', label: ' a ' });
    expect(made).toBeInstanceOf(Inner);
    expect(made).toEqual({ currency: 'EUR', label: 'a' });
  });

  it('says where the problem is', () => {
    expect(tried(nested, { currency: 'eur' })).toEqual(refused(/^it\.currency must be/));
    expect(tried(nested, { colour: 1 })).toEqual(refused(/^it\.colour is not known here\.$/));
    expect(tried(nested, [])).toEqual(refused(/^it must be an object\.$/));
  });
});

describe('a DTO', () => {
  class Sent {
    @Amount() amount!: number;
    @CurrencyCode() currency!: string;
  }

  it('tells all that is wrong at once, up to ten things', () => {
    const sent = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`x${index}`, 1]));
    expect(() => parseDto(Sent, sent)).toThrow(/^x0 is not known here; .*; and 12 more\.$/);
    expect(() => parseDto(Sent, {})).toThrow('amount is required; currency is required.');
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'does not know a field named %s',
    (name) => {
      expect(() => parseDto(Sent, { amount: 1, currency: 'USD', [name]: 1 })).toThrow(
        `${name} is not known here.`,
      );
    },
  );

  it('repeats at most 64 characters of an unknown name', () => {
    expect(() => parseDto(Sent, { ['x'.repeat(500)]: 1 })).toThrow(new RegExp(`^x{64}… is not`));
    const emoji = `${'x'.repeat(63)}😀`;
    expect(() => parseDto(Sent, { [emoji]: 1 })).toThrow(new RegExp(`^x{63}… is not`));
  });

  it('inherits the fields of the class it extends', () => {
    class More extends Sent {
      @Name() name!: string;
    }
    expect(parseDto(More, { amount: 1, currency: 'USD', name: ' a ' })).toEqual({
      amount: 1,
      currency: 'USD',
      name: 'a',
    });
    expect(() => parseDto(Sent, { amount: 1, currency: 'USD', name: 'a' })).toThrow(
      'name is not known here.',
    );
  });
});
