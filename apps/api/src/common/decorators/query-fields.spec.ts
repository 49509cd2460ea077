import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { RequestValidationPipe } from '../validation/request-validation.pipe.js';
import { IsDateAfter, IsDateBefore, IsQueryAmount, IsQueryEmail } from './query-fields.js';

const pipe = new RequestValidationPipe();

async function convert(decorator: PropertyDecorator, value: unknown): Promise<unknown> {
  class OneParameter {
    it?: unknown;
  }
  decorator(OneParameter.prototype, 'it');
  const query = value === undefined ? {} : { it: value };
  const { it: converted } = (await pipe.transform(query, {
    type: 'query',
    metatype: OneParameter,
  })) as OneParameter;
  return converted;
}

const IN_THE_DAY = '2026-01-31T09:30:00.0005Z';

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
    'IsQueryAmount',
    IsQueryAmount(),
    [
      ['1', 1],
      ['1000000000000', 1e12],
    ],
    ['0', '', '-1', '1.5', '1e3', '1000000000001', '9'.repeat(400), ['1', '2']],
    /^it must be sent once, as a whole number from 1 to 1000000000000, in minor units\.$/,
  ],
  [
    'IsQueryEmail',
    IsQueryEmail(),
    [['Ada@Example.COM', 'ada@example.com']],
    ['', 'ada', ['ada@example.com', 'bob@example.com']],
    /^it must be an email address\.$/,
  ],
  [
    'IsDateAfter',
    IsDateAfter(),
    [
      ['2026-01-31', new Date('2026-01-31T23:59:59.999Z')],
      [IN_THE_DAY, new Date('2026-01-31T09:30:00.000Z')],
    ],
    ['2026-02-30', '', 'yesterday', ['2026-01-31', '2026-02-01']],
    /^it must be a date such as 2026-01-31 or a timestamp/,
  ],
  [
    'IsDateBefore',
    IsDateBefore(),
    [
      ['2026-01-31', new Date('2026-01-31T00:00:00.000Z')],
      [IN_THE_DAY, new Date('2026-01-31T09:30:00.001Z')],
    ],
    ['2026-02-30', '', '31.01.2026'],
    /^it must be a date such as 2026-01-31 or a timestamp/,
  ],
])('@%s', (_, decorator, valid, invalid, message) => {
  it.each([...valid, [undefined, undefined]])('accepts %j', async (value, expected) => {
    expect(await convert(decorator, value)).toEqual(expected);
  });

  it.each(invalid.map((value) => [value]))('rejects %j', async (value) => {
    await expect(convert(decorator, value)).rejects.toThrow(message);
  });
});
