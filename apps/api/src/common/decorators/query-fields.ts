import { isTextOf, parseDateOrInstant, parseId, type Prefix } from '@florin/kernel';
import { exampleId, idPattern } from '../../openapi/fields.js';
import { field, type Presence } from './field.js';
import { aTimestamp, REFERENCE_LENGTH } from './fields.js';

/** A parameter made of digits and nothing else: no sign, no exponent, no hexadecimal, no blanks, and only once. */
export const QueryInteger = (
  range: { readonly min: number; readonly max: number; readonly default: number },
  presence?: Presence,
): PropertyDecorator =>
  field(
    {
      problem: (value) =>
        typeof value === 'string' && /^\d{1,15}$/.test(value) && isWithin(Number(value), range)
          ? undefined
          : `must be given once, as a whole number from ${range.min} to ${range.max}`,
      convert: Number,
      otherwise: range.default,
      schema: {
        type: 'integer',
        minimum: range.min,
        maximum: range.max,
        default: range.default,
        example: range.default,
      },
    },
    { optional: true, ...presence },
  );

/** What to look for. */
export const QueryText = (length: { least: number; most: number }, presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: (value) =>
        isTextOf(value, length.least, length.most)
          ? undefined
          : `must be given once, as text of ${length.least} to ${length.most} characters`,
      schema: { type: 'string', minLength: length.least, maxLength: length.most },
    },
    { optional: true, ...presence },
  );

/** The caller's own name for what is looked for, as a whole. */
export const QueryReference = (): PropertyDecorator =>
  QueryText(REFERENCE_LENGTH, {
    description: 'Only those to which you gave this reference.',
    example: 'INV-2026-014',
  });

/** An id to look for. What is no such id is refused: a list of nothing would look like an answer. */
export const QueryId = (prefix: Prefix, presence?: Presence): PropertyDecorator =>
  QueryName([prefix], [], presence);

/** An id of one of several kinds, or a word for whoever has none. */
export const QueryName = (
  prefixes: readonly [Prefix, ...Prefix[]],
  words: readonly string[],
  presence?: Presence,
): PropertyDecorator => {
  const pattern = [idPattern(...prefixes), ...words.map((word) => `^${word}$`)].join('|');
  const begun = `an id that begins with ${prefixes.map((prefix) => `${prefix}_`).join(' or ')}`;
  const wanted = words.length === 0 ? begun : `${begun}, or ${words.join(' or ')}`;
  const isMeant = (value: unknown): boolean =>
    prefixes.some((prefix) => parseId(prefix, value) !== undefined) || words.some((word) => word === value);
  return field(
    {
      problem: (value) =>
        isMeant(value) ? undefined : `must be ${Array.isArray(value) ? 'given once, as ' : ''}${wanted}`,
      schema: { type: 'string', pattern, example: exampleId(prefixes[0]) },
    },
    { optional: true, ...presence },
  );
};

/** The first instant that is meant: a bare date begins at its midnight, UTC. Handed on as a Date. */
export const DateFrom = (presence?: Presence): PropertyDecorator => dateEdge('start', presence);

/** The last instant that is meant: a bare date ends with its last millisecond, UTC. Handed on as a Date. */
export const DateTo = (presence?: Presence): PropertyDecorator => dateEdge('end', presence);

const dateEdge = (edge: 'start' | 'end', presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: (value) =>
        parseDateOrInstant(value, edge) === undefined
          ? `must be a date such as 2026-01-31 or ${aTimestamp(value)}`
          : undefined,
      convert: (value) => parseDateOrInstant(value, edge),
      schema: {
        type: 'string',
        // Each of the two says once more that it is text: those who make types of the document look nowhere else.
        anyOf: ['date', 'date-time'].map((format) => ({ type: 'string', format })),
        example: '2026-01-31',
      },
    },
    { optional: true, ...presence },
  );

const isWithin = (value: number, { min, max }: { min: number; max: number }): boolean =>
  value >= min && value <= max;
