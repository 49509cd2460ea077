import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@florin/identity';
import {
  DomainError,
  isAmount,
  isTextOf,
  MAX_AMOUNT,
  MAX_METADATA_BYTES,
  MAX_METADATA_DEPTH,
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
  parseCurrency,
  parseEmail,
  parseInstant,
  type Metadata,
  parseMetadata,
  parseMetadataChange,
  type Prefix,
  type Rounding,
} from '@florin/kernel';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { exampleId } from '../../openapi/fields.js';
import { type DtoClass, field, type FieldRule, type Presence } from './field.js';
import { parseDto } from '../validation/parse-dto.js';

const check =
  (isRight: (value: unknown) => boolean, wanted: string): FieldRule['problem'] =>
  (value) =>
    isRight(value) ? undefined : wanted;

export const Amount = (presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: check(isAmount, `must be a whole number from 1 to ${MAX_AMOUNT}, in minor units`),
      schema: { type: 'integer', format: 'int64', minimum: 1, maximum: MAX_AMOUNT, example: 7500 },
    },
    presence,
  );

export const CurrencyCode = (presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: check(
        (value) => parseCurrency(value) !== undefined,
        'must be an ISO 4217 code in use, in upper case',
      ),
      schema: { type: 'string', pattern: '^[A-Z]{3}$', example: 'USD' },
    },
    presence,
  );

/** Handed on in lower case, the one spelling under which addresses are kept and compared. */
export const EmailAddress = (presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: check((value) => parseEmail(value) !== undefined, 'must be an email address'),
      convert: parseEmail,
      // Letters of any alphabet are taken, which plain `email` would rule out.
      schema: { type: 'string', format: 'idn-email', maxLength: 254, example: 'ada@example.com' },
    },
    presence,
  );

/** Of a person, a business or a key. Handed on without the blanks around it. */
export const Name = (presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: check((value) => isTextOf(trimmed(value), 1, 255), 'must be text of 1 to 255 characters'),
      convert: trimmed,
      schema: { type: 'string', minLength: 1, maxLength: 255, example: 'Ada Lovelace' },
    },
    presence,
  );

/** How long a reference may be, wherever one is given or looked for. */
export const REFERENCE_LENGTH = { least: 1, most: 255 };

export const Reference = (presence?: Presence): PropertyDecorator =>
  Text(REFERENCE_LENGTH, {
    description: 'Your own reference for it.',
    example: 'INV-2026-014',
    ...presence,
  });

/** Text without control characters, of some length. */
export const Text = (length: { least: number; most: number }, presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: check(
        (value) => isTextOf(value, length.least, length.most),
        `must be text of ${length.least} to ${length.most} characters`,
      ),
      schema: { type: 'string', minLength: length.least, maxLength: length.most },
    },
    presence,
  );

/** Text in which every character counts and none is refused: passwords. Its length is the domain's to judge. */
export const AnyText = (presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: check((value) => typeof value === 'string', 'must be text'),
      schema: {
        type: 'string',
        format: 'password',
        minLength: MIN_PASSWORD_LENGTH,
        maxLength: MAX_PASSWORD_LENGTH,
        example: 'correct horse battery',
      },
    },
    presence,
  );

/** An id as the caller spells it. Whether it names anything is for the handler to find out. */
export const IdText = (prefix: Prefix, presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: check((value) => typeof value === 'string', `must be an id such as ${prefix}_…`),
      schema: { type: 'string', example: exampleId(prefix) },
    },
    presence,
  );

export const OneOf = (values: readonly string[], presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: (value) => {
        if (typeof value === 'string' && values.includes(value)) return undefined;
        return `must be ${Array.isArray(value) ? 'given once, as ' : ''}one of ${values.join(', ')}`;
      },
      schema: { type: 'string', enum: [...values], example: values[0] },
    },
    presence,
  );

/** What was wanted in place of this, in words. A bare + in an address is a blank, so that an offset loses its sign. */
export const aTimestamp = (value: unknown): string => {
  const hasLostPlus = typeof value === 'string' && /T.* \d{2}:\d{2}$/i.test(value);
  return `a timestamp such as 2026-01-31T09:30:00Z${hasLostPlus ? ' (in an address, a + is written %2B)' : ''}`;
};

/** A moment in time; handed on as a Date. */
export const Rfc3339 = (presence?: Presence, rounding?: Rounding): PropertyDecorator =>
  field(
    {
      problem: (value) =>
        parseInstant(value, rounding) === undefined ? `must be ${aTimestamp(value)}` : undefined,
      convert: (value) => parseInstant(value, rounding),
      schema: { type: 'string', format: 'date-time', example: '2026-01-31T09:30:00Z' },
    },
    presence,
  );

/** The document can count keys; the others of the limits it tells in words. */
const LIMITS_OF_METADATA = `at most ${MAX_METADATA_KEYS} keys of 1 to ${MAX_METADATA_KEY_LENGTH} characters, ${MAX_METADATA_BYTES} bytes of JSON in all with numbers written out, values up to ${MAX_METADATA_DEPTH} levels deep`;

/** The caller's own key-value pairs, checked in place and handed on as the very object that was sent. */
export const MetadataField = (presence?: Presence): PropertyDecorator =>
  pairs(
    parseMetadata,
    { maxProperties: MAX_METADATA_KEYS },
    { description: `Your own key-value pairs: ${LIMITS_OF_METADATA}.`, ...presence },
  );

/** What to set and, with null, to delete among them. */
export const MetadataChange = (presence?: Presence): PropertyDecorator =>
  pairs(parseMetadataChange, {}, presence);

const pairs = (
  parse: (value: unknown) => Metadata,
  limits: { readonly maxProperties?: number },
  presence?: Presence,
): PropertyDecorator =>
  field(
    {
      problem: (value) => problemOfMetadata(value, parse),
      schema: {
        type: 'object',
        additionalProperties: true,
        ...limits,
        propertyNames: { minLength: 1, maxLength: MAX_METADATA_KEY_LENGTH },
        example: { order: 'A-1001' },
      } as ApiPropertyOptions,
    },
    presence,
  );

/** Any value at all: for fields that are only there to be refused in a particular way. */
export const AnyValue = (presence?: Presence): PropertyDecorator =>
  field({ problem: check((value) => value !== undefined, 'must have a value') }, presence);

export const Nested = (dto: () => DtoClass, presence?: Presence): PropertyDecorator =>
  field(
    {
      problem: check(
        (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
        'must be an object',
      ),
      convert: (value, name) => parseDto(dto(), value as object, `${name}.`),
      // The library takes a function for a class to come when it is called by this very name.
      schema: { type: () => dto() },
    },
    presence,
  );

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

function problemOfMetadata(value: unknown, parse: (value: unknown) => Metadata): string | undefined {
  try {
    parse(value);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.message.replace(/^metadata (.*)\.$/, '$1');
    throw error;
  }
}
