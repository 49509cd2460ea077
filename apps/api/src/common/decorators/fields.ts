import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@florin/identity';
import {
  A_WEB_URL,
  CURRENCIES,
  DomainError,
  DISPLAYED_TEXT_PATTERN,
  hasBidiOverride,
  isAmount,
  isTextOfLength,
  MAX_AMOUNT,
  MAX_METADATA_BYTES,
  MAX_METADATA_DEPTH,
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
  MAX_WEB_URL_LENGTH,
  type Metadata,
  NAME_PATTERN,
  NO_BIDI_OVERRIDE,
  parseCurrency,
  parseEmail,
  parseInstant,
  parseMetadata,
  parseMetadataChange,
  parseWebUrl,
  type Prefix,
  TEXT_PATTERN,
  WEB_URL_PATTERN,
} from '@florin/kernel';
import { applyDecorators, type Type as Class } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsDate, IsIn, IsNotEmpty, IsObject, IsString, ValidateNested } from 'class-validator';
import { exampleId } from '../../openapi/fields.js';
import { unwrapped } from '../validation/raw-fields.js';
import { field, type FieldOptions, type FieldRule, satisfies } from './field.js';

export const IsAmount = (options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: satisfies(isAmount),
    message: `must be a whole number from 1 to ${MAX_AMOUNT}, in minor units`,
    schema: { type: 'integer', format: 'int64', minimum: 1, maximum: MAX_AMOUNT, example: 7500 },
  });

export const IsWholeNumber = ({ least, most }: TextLength, options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: satisfies((value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most),
    message: `must be a whole number from ${least} to ${most}`,
    schema: { type: 'integer', format: 'int64', minimum: least, maximum: most },
  });

export const IsCurrency = (options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: satisfies((value) => parseCurrency(value) !== undefined),
    message: 'must be an ISO 4217 currency code in upper case',
    // Not an enum, because every new currency would change the types of clients.
    schema: { type: 'string', pattern: `^(?:${CURRENCIES.join('|')})$`, example: 'USD' },
  });

/** Converted to lower case: addresses are stored and compared in lower case. */
export const IsEmailAddress = (options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: satisfies((value) => parseEmail(value) !== undefined),
    message: 'must be an email address',
    convert: (value) => parseEmail(value) ?? value,
    // The format `email` allows ASCII only.
    schema: { type: 'string', format: 'idn-email', maxLength: 254, example: 'ada@example.com' },
  });

type TextLength = Readonly<Record<'least' | 'most', number>>;

const aString = ({ least, most }: TextLength): string => `a string of ${least} to ${most} characters`;

export const textRule = ({ least, most }: TextLength, must = 'must be'): FieldRule => ({
  rule: satisfies((value) => isTextOfLength(value, least, most)),
  message: `${must} ${aString({ least, most })}`,
  schema: { type: 'string', pattern: TEXT_PATTERN, minLength: least, maxLength: most },
});

/** Text without control characters. */
export const IsText = (length: TextLength, options?: FieldOptions): PropertyDecorator =>
  field(options, textRule(length));

const NAME_LENGTH = { least: 1, most: 255 };

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

const isOverridden = (value: unknown): boolean => typeof value === 'string' && hasBidiOverride(value);

/** For text that other people read, whose characters must not appear in another order. */
const displayedTextRule = (length: TextLength, pattern = DISPLAYED_TEXT_PATTERN): FieldRule => ({
  schema: { type: 'string', pattern, minLength: length.least, maxLength: length.most },
  rule: satisfies((value) => isTextOfLength(value, length.least, length.most) && !isOverridden(value)),
  message: (value) => (isOverridden(value) ? NO_BIDI_OVERRIDE : `must be ${aString(length)}`),
});

/** Text that other people read. */
export const IsDisplayedText = (length: TextLength, options?: FieldOptions): PropertyDecorator =>
  field(options, displayedTextRule(length));

/** An address that a browser is sent to. */
export const IsWebUrl = (options?: FieldOptions): PropertyDecorator =>
  field(
    { example: 'https://shop.example', ...options },
    {
      rule: satisfies((value) => parseWebUrl(value) !== undefined),
      message: A_WEB_URL,
      // Not the format `uri`, which does not allow the braces of a placeholder.
      schema: { type: 'string', pattern: WEB_URL_PATTERN, maxLength: MAX_WEB_URL_LENGTH },
    },
  );

/** The name of a person, a business or a key, trimmed. */
export const IsName = (options?: FieldOptions): PropertyDecorator =>
  field(
    { example: 'Ada Lovelace', ...options },
    { ...displayedTextRule(NAME_LENGTH, NAME_PATTERN), convert: trimmed },
  );

export const REFERENCE_LENGTH = { least: 1, most: 255 };

export const IsReference = (options?: FieldOptions): PropertyDecorator =>
  field(
    { description: 'Your own reference.', example: 'INV-2026-014', ...options },
    displayedTextRule(REFERENCE_LENGTH),
  );

const DESCRIPTION_LENGTH = { least: 1, most: 500 };

export const IsDescription = (options?: FieldOptions): PropertyDecorator =>
  field(options, displayedTextRule(DESCRIPTION_LENGTH));

/** The body parser rejects NUL; any other character is allowed. */
const PASSWORD_PATTERN = '^[^\\u0000]*$';

/** Any string: the domain checks the length. */
export const IsPassword = (options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: IsString,
    message: 'must be a string',
    schema: {
      type: 'string',
      format: 'password',
      pattern: PASSWORD_PATTERN,
      minLength: MIN_PASSWORD_LENGTH,
      maxLength: MAX_PASSWORD_LENGTH,
      example: 'correct horse battery',
    },
  });

/** No maximum length: a secret that is too long is incorrect, not malformed. */
export const IsSecret = (options?: FieldOptions, pattern = PASSWORD_PATTERN): PropertyDecorator =>
  field(options, {
    rule: (validation) => applyDecorators(IsString(validation), IsNotEmpty(validation)),
    message: (value) => (value === '' ? 'must not be empty' : 'must be a string'),
    schema: {
      type: 'string',
      format: 'password',
      pattern,
      minLength: 1,
      example: 'correct horse battery',
    },
  });

/** Any string: the handler returns 404 for an unknown id, malformed or not. */
export const IsId = (prefix: Prefix, options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: IsString,
    message: `must be an id such as ${prefix}_…`,
    schema: { type: 'string', pattern: TEXT_PATTERN, example: exampleId(prefix) },
  });

export const IsOneOf = (values: readonly string[], options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: (validation) => IsIn(values, validation),
    message: (value) => `must be ${sentOnce(value)}one of ${values.join(', ')}`,
    schema: { type: 'string', enum: [...values], example: values[0] },
  });

export const IsFlag = (options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: IsBoolean,
    message: 'must be true or false',
    schema: { type: 'boolean', example: false },
  });

/** Fastify parses a repeated query parameter as an array. */
export const sentOnce = (value: unknown): string => (Array.isArray(value) ? 'sent once, as ' : '');

/** In a query string an unescaped + is a space, so an offset loses its sign. */
export const aTimestamp = (value: unknown): string => {
  const hasLostPlus = typeof value === 'string' && /T.* \d{2}:\d{2}$/i.test(value);
  return `a timestamp such as 2026-01-31T09:30:00Z${hasLostPlus ? ' (in a URL, encode + as %2B)' : ''}`;
};

/** An RFC 3339 timestamp, converted to a Date. */
export const IsTimestamp = (options?: FieldOptions): PropertyDecorator =>
  field(options, {
    rule: IsDate,
    message: (value) => `must be ${aTimestamp(value)}`,
    convert: (value) => parseInstant(value) ?? value,
    schema: { type: 'string', format: 'date-time', example: '2026-01-31T09:30:00Z' },
  });

/** OpenAPI can only express the number of keys; the description states the other limits. */
const METADATA = `Your own key-value pairs: at most ${MAX_METADATA_KEYS} keys of 1 to ${MAX_METADATA_KEY_LENGTH} characters, ${MAX_METADATA_BYTES} bytes of JSON in all with numbers written out, values up to ${MAX_METADATA_DEPTH} levels deep.`;

/** Not converted: the validation pipe excludes a field named `metadata` from the transformation. */
export const IsMetadata = (options?: FieldOptions): PropertyDecorator =>
  metadataField(parseMetadata, { maxProperties: MAX_METADATA_KEYS }, { description: METADATA, ...options });

/** Keys to set and, with null, to delete. */
export const IsMetadataChange = (options?: FieldOptions): PropertyDecorator =>
  metadataField(parseMetadataChange, {}, options);

function metadataField(
  parse: (value: unknown) => Metadata,
  limits: { readonly maxProperties?: number },
  options?: FieldOptions,
): PropertyDecorator {
  const problemWith = (value: unknown): string | undefined => {
    try {
      parse(value);
      return undefined;
    } catch (error) {
      if (error instanceof DomainError) return error.message.replace(/^metadata (.*)\.$/, '$1');
      throw error;
    }
  };
  return field(options, {
    rule: satisfies((value) => problemWith(value) === undefined),
    message: (value) => problemWith(value) ?? '',
    convert: unwrapped,
    schema: {
      type: 'object',
      // Only strings have a pattern; values of other types are allowed.
      additionalProperties: { pattern: TEXT_PATTERN },
      ...limits,
      propertyNames: { pattern: TEXT_PATTERN, minLength: 1, maxLength: MAX_METADATA_KEY_LENGTH },
      example: { order: 'A-1001' },
    } as ApiPropertyOptions,
  });
}

export const IsNested = (dto: () => Class<object>, options?: FieldOptions): PropertyDecorator =>
  applyDecorators(
    field(options, {
      rule: IsObject,
      message: 'must be an object',
      // @nestjs/swagger recognises a lazy type by the name of the function, `type`.
      schema: { type: () => dto() },
    }),
    ValidateNested(),
    Type(dto),
  );

/** The index of an invalid item is part of the message. */
export const IsNestedList = (
  dto: () => Class<object>,
  { least, most }: TextLength,
  options?: FieldOptions,
): PropertyDecorator => {
  const isObject = (item: unknown): boolean =>
    typeof item === 'object' && item !== null && !Array.isArray(item);
  const problemWith = (value: unknown): string | undefined => {
    if (!Array.isArray(value) || value.length < least || value.length > most)
      return `must be a list of ${least} to ${most} objects`;
    const index = value.findIndex((item) => !isObject(item));
    return index === -1 ? undefined : `must be a list of objects, but [${index}] is not one`;
  };
  return applyDecorators(
    field(options, {
      rule: satisfies((value) => problemWith(value) === undefined),
      message: (value) => problemWith(value) ?? '',
      schema: { type: () => dto(), isArray: true, minItems: least, maxItems: most },
    }),
    ValidateNested({ each: true }),
    Type(dto),
  );
};
