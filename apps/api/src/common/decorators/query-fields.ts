import {
  isAmount,
  MAX_AMOUNT,
  parseDateOrInstant,
  parseId,
  parseReportTime,
  type Prefix,
} from '@florin/kernel';
import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { IsDate, Max, Min } from 'class-validator';
import { exampleId, idPattern } from '../../openapi/fields.js';
import { field, type FieldOptions, satisfies } from './field.js';
import { aTimestamp, IsEmailAddress, REFERENCE_LENGTH, sentOnce, textRule } from './fields.js';

const parseDigits = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** Digits only, converted to a number. The initializer of the property is the default. */
export const IsQueryInteger = (
  range: { readonly min: number; readonly max: number; readonly default: number },
  options?: FieldOptions,
): PropertyDecorator =>
  field(
    { optional: true, ...options },
    {
      rule: (validation) => applyDecorators(Min(range.min, validation), Max(range.max, validation)),
      message: `must be sent once, as a whole number from ${range.min} to ${range.max}`,
      convert: parseDigits,
      schema: {
        type: 'integer',
        minimum: range.min,
        maximum: range.max,
        default: range.default,
        example: range.default,
      },
    },
  );

/** An amount in minor units. */
export const IsQueryAmount = (options?: FieldOptions): PropertyDecorator =>
  field(
    { optional: true, ...options },
    {
      rule: satisfies(isAmount),
      message: `must be sent once, as a whole number from 1 to ${MAX_AMOUNT}, in minor units`,
      convert: parseDigits,
      schema: { type: 'integer', format: 'int64', minimum: 1, maximum: MAX_AMOUNT, example: 7500 },
    },
  );

/** Compared like stored addresses, in lower case. */
export const IsQueryEmail = (options?: FieldOptions): PropertyDecorator =>
  IsEmailAddress({ optional: true, ...options });

export const IsQueryText = (
  length: { least: number; most: number },
  options?: FieldOptions,
): PropertyDecorator => field({ optional: true, ...options }, textRule(length, 'must be sent once, as'));

export const IsQueryReference = (): PropertyDecorator =>
  IsQueryText(REFERENCE_LENGTH, {
    description: 'Only items with this reference.',
    example: 'INV-2026-014',
  });

/** A malformed id is rejected: an empty list would look like a result. */
export const IsQueryId = (prefix: Prefix, options?: FieldOptions): PropertyDecorator =>
  IsQueryIdOrWord([prefix], [], options);

/** An id with one of the prefixes, or one of the words. */
export const IsQueryIdOrWord = (
  prefixes: readonly [Prefix, ...Prefix[]],
  words: readonly string[],
  options?: FieldOptions,
): PropertyDecorator => {
  const anId = `an id that begins with ${prefixes.map((prefix) => `${prefix}_`).join(' or ')}`;
  const expected = words.length === 0 ? anId : `${anId}, or ${words.join(' or ')}`;
  return field(
    { optional: true, ...options },
    {
      rule: satisfies(
        (value) =>
          prefixes.some((prefix) => parseId(prefix, value) !== undefined) ||
          words.some((word) => word === value),
      ),
      message: (value) => `must be ${sentOnce(value)}${expected}`,
      schema: {
        type: 'string',
        pattern: [idPattern(...prefixes), ...words.map((word) => `^${word}$`)].join('|'),
        example: exampleId(prefixes[0]),
      },
    },
  );
};

/** The start of a range, as a Date. A date without time starts at midnight UTC. */
export const IsDateFrom = (options?: FieldOptions): PropertyDecorator => dateBound('start', options);

/** The end of a range, as a Date. A date without time ends with its last millisecond in UTC. */
export const IsDateTo = (options?: FieldOptions): PropertyDecorator => dateBound('end', options);

/** An exclusive lower bound, as a Date. A date without time means after that whole day in UTC. */
export const IsDateAfter = (options?: FieldOptions): PropertyDecorator => dateBound('end', options);

/** An exclusive upper bound, as a Date. A date without time means before that whole day in UTC. */
export const IsDateBefore = (options?: FieldOptions): PropertyDecorator => dateBound('start', options);

const DATE_OR_INSTANT: ApiPropertyOptions = {
  type: 'string',
  // Type generators look for the type in each alternative.
  anyOf: ['date', 'date-time'].map((format) => ({ type: 'string', format })),
  example: '2026-01-31',
};
const aDateOrInstant = (value: unknown): string =>
  `must be a date such as 2026-01-31 or ${aTimestamp(value)}`;

const EDGES = ['start', 'end'] as const;

/** Kept as text: a date is a day in a time zone that only the handler knows. */
export const IsReportTime = (options?: FieldOptions): PropertyDecorator =>
  field(
    { optional: true, ...options },
    {
      // At the limits of the calendar, a time can be valid as a start and not as an end.
      rule: satisfies((value) => EDGES.every((edge) => parseReportTime(value, 'UTC', edge) !== undefined)),
      message: aDateOrInstant,
      schema: DATE_OR_INSTANT,
    },
  );

const dateBound = (edge: 'start' | 'end', options?: FieldOptions): PropertyDecorator =>
  field(
    { optional: true, ...options },
    {
      rule: IsDate,
      message: aDateOrInstant,
      convert: (value) => parseDateOrInstant(value, edge) ?? value,
      schema: DATE_OR_INSTANT,
    },
  );
