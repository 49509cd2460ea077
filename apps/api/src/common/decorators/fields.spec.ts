import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { exampleId } from '../../openapi/fields.js';
import { ApiError } from '../errors/api-error.js';
import { EmptyBody, EmptyQuery } from '../validation/empty.dto.js';
import { RequestValidationPipe } from '../validation/request-validation.pipe.js';
import {
  IsAmount,
  IsCurrency,
  IsEmailAddress,
  IsId,
  IsMetadata,
  IsMetadataChange,
  IsName,
  IsNested,
  IsOneOf,
  IsPassword,
  IsReference,
  IsText,
  IsTimestamp,
} from './fields.js';
import { IsDateFrom, IsDateTo, IsQueryId, IsQueryInteger, IsQueryText } from './query-fields.js';

const pipe = new RequestValidationPipe();

const validate = async <Dto extends object>(metatype: Type<Dto>, sent: unknown): Promise<Dto> =>
  (await pipe.transform(sent, { type: 'body', metatype })) as Dto;

/** `JSON.parse` keeps every name, also `__proto__`. */
const parsed = (json: string): unknown => JSON.parse(json);

/** The converted value, or the error. */
async function convert(decorator: PropertyDecorator, value: unknown, name = 'it'): Promise<unknown> {
  class OneField {
    [name: string]: unknown;
  }
  decorator(OneField.prototype, name);
  try {
    return (await validate(OneField, value === undefined ? {} : { [name]: value }))[name];
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_request') return error;
    throw error;
  }
}

const rejection = (message: RegExp): unknown =>
  expect.objectContaining({ code: 'invalid_request', status: 400, message: expect.stringMatching(message) });

const longName = 'é'.repeat(256);

describe.each<
  [
    name: string,
    decorator: PropertyDecorator,
    valid: [unknown, unknown][],
    invalid: unknown[],
    message: RegExp,
  ]
>([
  [
    'IsAmount',
    IsAmount(),
    [
      [1, 1],
      [1e12, 1e12],
      [7500, 7500],
    ],
    [0, -1, 1.5, 1e12 + 1, 1e300, 2 ** 53 + 2, NaN, '7500', true, null, [1], {}],
    /^it must be a whole number from 1 to 1000000000000, in minor units\.$/,
  ],
  [
    'IsCurrency',
    IsCurrency(),
    [
      ['USD', 'USD'],
      ['JPY', 'JPY'],
    ],
    ['usd', 'XXX', 'XAU', 'US', '', 840, null],
    /^it must be an ISO 4217/,
  ],
  [
    'IsEmailAddress',
    IsEmailAddress(),
    [['Ada@Example.COM', 'ada@example.com']],
    ['ada', 'ada@localhost', 'a b@example.com', '@example.com', 1, null, `${'a'.repeat(250)}@example.com`],
    /^it must be an email address\.$/,
  ],
  [
    'IsName',
    IsName(),
    [
      ['  Ada  ', 'Ada'],
      ['é'.repeat(255), 'é'.repeat(255)],
      ['🦊'.repeat(255), '🦊'.repeat(255)],
    ],
    ['', '   ', longName, 'a\u0007b', 7, null],
    /^it must be a string of 1 to 255 characters\.$/,
  ],
  [
    'IsReference',
    IsReference(),
    [[' unchanged ', ' unchanged ']],
    ['', longName, 1, null],
    /^it must be a string of 1 to 255/,
  ],
  [
    'IsText',
    IsText({ least: 2, most: 4 }),
    [
      ['ab', 'ab'],
      ['🦊🦊🦊🦊', '🦊🦊🦊🦊'],
    ],
    ['a', 'abcde', null],
    /^it must be a string of 2 to 4/,
  ],
  [
    'IsPassword',
    IsPassword(),
    [
      ['', ''],
      ['a\tb', 'a\tb'],
    ],
    [1, null, ['a']],
    /^it must be a string\.$/,
  ],
  [
    'IsId',
    IsId('acct'),
    [
      ['acct_x', 'acct_x'],
      ['nonsense', 'nonsense'],
      ['x'.repeat(256), 'x'.repeat(256)],
    ],
    [1, null, ['acct_x']],
    /^it must be an id such as acct_/,
  ],
  [
    'IsOneOf',
    IsOneOf(['open', 'closed']),
    [['open', 'open']],
    ['Open', 'toString', '', null, 0],
    /^it must be one of open, closed\.$/,
  ],
  [
    'IsOneOf, sent twice',
    IsOneOf(['open', 'closed']),
    [['open', 'open']],
    [['open', 'closed']],
    /^it must be sent once, as one of open, closed\.$/,
  ],
  [
    'IsTimestamp',
    IsTimestamp(),
    [['2026-01-31T09:30:00Z', new Date('2026-01-31T09:30:00Z')]],
    ['2026-01-31', '2024-02-30T00:00:00Z', 5, null],
    /^it must be a timestamp/,
  ],
  [
    'IsQueryInteger',
    IsQueryInteger({ min: 1, max: 100, default: 25 }),
    [
      ['1', 1],
      ['100', 100],
      ['007', 7],
      [undefined, undefined],
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
    /^it must be sent once, as a whole number from 1 to 100\.$/,
  ],
  [
    'IsQueryText',
    IsQueryText({ least: 1, most: 255 }),
    [
      ['a', 'a'],
      [undefined, undefined],
    ],
    ['', longName, ['a', 'b']],
    /^it must be sent once, as a string/,
  ],
  [
    'IsQueryId',
    IsQueryId('txn'),
    [
      [exampleId('txn'), exampleId('txn')],
      [undefined, undefined],
    ],
    ['', 'txn_', 'abc', exampleId('acct'), exampleId('txn').toUpperCase(), [exampleId('txn')], null],
    /^it must be (sent once, as )?an id that begins with txn_\.$/,
  ],
  [
    'IsDateFrom',
    IsDateFrom(),
    [
      ['2026-01-31', new Date('2026-01-31T00:00:00Z')],
      [undefined, undefined],
    ],
    ['2026-02-30', '', ['2026-01-31']],
    /^it must be a date/,
  ],
  [
    'IsDateTo',
    IsDateTo(),
    [['2026-01-31', new Date('2026-01-31T23:59:59.999Z')]],
    ['31.01.2026'],
    /^it must be a date/,
  ],
])('@%s', (_, decorator, valid, invalid, message) => {
  it.each(valid)('accepts %j', async (value, expected) => {
    expect(await convert(decorator, value)).toEqual(expected);
  });

  it.each(invalid.map((value) => [value]))('rejects %j', async (value) => {
    expect(await convert(decorator, value)).toEqual(rejection(message));
  });
});

describe.each([
  ['IsDateFrom', IsDateFrom()],
  ['IsDateTo', IsDateTo()],
  ['IsTimestamp', IsTimestamp()],
])('@%s', (_, decorator) => {
  it('explains an offset with an unescaped +', async () => {
    const sent = new URLSearchParams('it=2026-01-31T09:30:00+01:00').get('it');
    expect(await convert(decorator, sent)).toEqual(rejection(/T09:30:00Z \(in a URL, encode \+ as %2B\)\.$/));
    expect(await convert(decorator, '2026-01-31T09:30:00+01:00')).toEqual(new Date('2026-01-31T08:30:00Z'));
    expect(await convert(decorator, '2026-01-31 09:30')).toEqual(rejection(/T09:30:00Z\.$/));
  });
});

describe('names and references', () => {
  it.each([IsName(), IsReference()])('must not contain bidirectional overrides: %#', async (decorator) => {
    for (const text of ['\u202egpj.exe', 'a\u2066b\u2069']) {
      expect(await convert(decorator, text)).toEqual(
        rejection(/^it must not contain bidirectional override characters \(U\+202A/),
      );
    }
    expect(await convert(decorator, 'שלום\u200f')).toBe('שלום\u200f');
  });
});

describe('required and optional fields', () => {
  class Change {
    @IsReference({ optional: true, nullable: true }) reference?: string | null;
    @IsName({ optional: true }) name?: string;
    @IsMetadataChange({ optional: true, nullable: true }) metadata?: object | null;
  }

  it('are required by default', async () => {
    expect(await convert(IsAmount(), undefined)).toEqual(rejection(/^it is required\.$/));
    expect(await convert(IsAmount({ optional: true }), undefined)).toBeUndefined();
  });

  it('distinguish null from absent', async () => {
    expect(await convert(IsReference({ optional: true }), null)).toEqual(rejection(/^it must be a string/));
    expect(await convert(IsReference({ optional: true, nullable: true }), null)).toBeNull();
    expect(await convert(IsReference({ nullable: true }), undefined)).toEqual(
      rejection(/^it is required\.$/),
    );
  });

  it('have no property if absent', async () => {
    expect(Object.entries(await validate(Change, { reference: null, metadata: null }))).toEqual([
      ['reference', null],
      ['metadata', null],
    ]);
    expect(Object.keys(await validate(Change, undefined))).toEqual([]);
  });

  it('can have a default from the initializer', async () => {
    class List {
      @IsQueryInteger({ min: 1, max: 100, default: 25 }) limit = 25;
    }
    expect(await validate(List, {})).toEqual({ limit: 25 });
    expect(await validate(List, { limit: '7' })).toEqual({ limit: 7 });
  });
});

describe('@IsMetadata', () => {
  const convertMetadata = (value: unknown): Promise<unknown> => convert(IsMetadata(), value, 'metadata');

  it('returns the same object, unchanged', async () => {
    const text =
      '{"constructor":"c","prototype":{"constructor":{"a":1}},"toString":1,"hasOwnProperty":{"valueOf":null},"🦊":"🦊","a":{"b":[{"constructor":null}]}}';
    const metadata = parsed(text);
    expect(await convertMetadata(metadata)).toBe(metadata);
    expect(JSON.stringify(metadata)).toBe(text);
  });

  it.each([
    ['an array', []],
    ['a string', 'x'],
    ['null', null],
    ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, key) => [`k${key}`, 1]))],
    ['a key of 41 characters', { ['k'.repeat(41)]: 1 }],
    ['four levels', { a: { b: { c: { d: {} } } } }],
    ['5,000 levels', parsed(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`)],
    ['more than 8 KiB', { a: 'x'.repeat(9000) }],
  ])('rejects %s', async (_, metadata) => {
    expect(await convertMetadata(metadata)).toEqual(rejection(/^metadata must /));
  });
});

describe('@IsNested', () => {
  class Inner {
    @IsCurrency({ optional: true }) currency?: string;
    @IsName({ optional: true }) label?: string;
  }
  const nested = IsNested(() => Inner, { optional: true });

  it('creates an instance of the inner class and converts its fields', async () => {
    const instance = await convert(nested, { currency: 'EUR', label: ' a ' });
    expect(instance).toBeInstanceOf(Inner);
    expect(instance).toEqual({ currency: 'EUR', label: 'a' });
  });

  it('names the path of the invalid field', async () => {
    expect(await convert(nested, { currency: 'eur', label: '' })).toEqual(
      rejection(/^it\.currency must be [^;]*; it\.label must be [^;]*\.$/),
    );
    expect(await convert(nested, { colour: 1 })).toEqual(rejection(/^Unknown parameter: it\.colour\.$/));
  });

  it.each([[[]], [[{}]], ['x'], [1], [null], [true]])('rejects %j', async (value) => {
    expect(await convert(nested, value)).toEqual(rejection(/^it must be an object\.$/));
  });

  it.each(['constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__', 'metadata'])(
    'rejects the unknown field %s',
    async (name) => {
      expect(await convert(nested, parsed(`{"${name}":{"a":1}}`))).toEqual(
        rejection(new RegExp(`^Unknown parameter: it\\.${name}\\.$`)),
      );
    },
  );
});

describe('a DTO', () => {
  class Sent {
    @IsAmount() amount!: number;
    @IsCurrency() currency!: string;
  }

  it('lists all problems at once, up to ten', async () => {
    const sent = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`x${index}`, 1]));
    await expect(validate(Sent, sent)).rejects.toThrow(/^Unknown parameter: x0; .*; and 12 more\.$/);
    await expect(validate(Sent, {})).rejects.toThrow('amount is required; currency is required.');
    await expect(validate(Sent, { amount: 1e300, currency: 'usd', constructor: 1 })).rejects.toThrow(
      /^Unknown parameter: constructor; amount must be [^;]*; currency must be [^;]*\.$/,
    );
  });

  it.each([
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__proto__',
    '__defineGetter__',
    '?toString',
    'metadata',
    'length',
  ])('rejects the unknown field %s', async (name) => {
    const sent = parsed(`{"amount":1,"currency":"USD","${name}":{"constructor":1}}`);
    const text = JSON.stringify(sent);
    const shown = name.replace('?', '');
    await expect(validate(Sent, sent)).rejects.toThrow(new RegExp(`^Unknown parameter: ${shown}\\.$`));
    expect(JSON.stringify(sent)).toBe(text);
  });

  it('truncates the name of an unknown field to 64 characters', async () => {
    await expect(validate(Sent, { ['x'.repeat(500)]: 1 })).rejects.toThrow(/^Unknown parameter: x{64}…;/);
    const emoji = `${'x'.repeat(63)}😀`;
    await expect(validate(Sent, { [emoji]: 1 })).rejects.toThrow(/^Unknown parameter: x{63}…;/);
  });

  it('inherits the fields of the class it extends', async () => {
    class More extends Sent {
      @IsName() name!: string;
    }
    const instance = await validate(More, { amount: 1, currency: 'USD', name: ' a ' });
    expect(instance).toBeInstanceOf(More);
    expect(instance).toEqual({ amount: 1, currency: 'USD', name: 'a' });
    await expect(validate(Sent, { amount: 1, currency: 'USD', name: 'a' })).rejects.toThrow(
      'Unknown parameter: name.',
    );
  });

  it.each([EmptyBody, EmptyQuery])('without fields accepts only an empty object: %p', async (none) => {
    expect(await validate(none, {})).toEqual({});
    expect(await validate(none, undefined)).toEqual({});
    await expect(validate(none, { colour: 'red', toString: 1 })).rejects.toThrow(
      'Unknown parameter: colour; Unknown parameter: toString.',
    );
  });

  it('does not change path parameters and custom decorators', async () => {
    expect(await pipe.transform('007', { type: 'param', metatype: String, data: 'id' })).toBe('007');
    const scope = { constructor: 'x' };
    expect(await pipe.transform(scope, { type: 'custom', metatype: Sent })).toBe(scope);
  });
});
