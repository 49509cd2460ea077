import { MAX_AMOUNT, type Prefix } from '@florin/kernel';
import { ApiProperty } from '@nestjs/swagger';

// Decorators for fields of responses. Each adds the description, the schema and an example, so that tests can validate
// every response against the document.

interface Options {
  readonly nullable?: boolean;
  /** Examples show a new object, and must be consistent with each other. */
  readonly example?: string | null;
}

const EXAMPLE_DIGITS = '01k9zxv3s8e7qv5m2c4w6y8h0j';
export const exampleId = (prefix: Prefix): string => `${prefix}_${EXAMPLE_DIGITS}`;
/** 26 digits of Crockford's base32. The first digit has three bits only. */
export const idPattern = (...prefixes: Prefix[]): string =>
  `^(?:${prefixes.join('|')})_[0-7][0-9a-hjkmnp-tv-z]{25}$`;

const described = (
  schema: Readonly<Record<string, unknown>>,
  description: string,
  { nullable = false, example }: Options = {},
): PropertyDecorator =>
  ApiProperty({
    ...schema,
    description,
    ...(nullable && { nullable }),
    ...(example !== undefined && { example }),
  });

/** For fields that are null in a new object. */
export const NULL_AT_FIRST = { nullable: true, example: null } as const;

/** A field that is omitted in some responses. */
export const ApiOptional =
  (field: PropertyDecorator): PropertyDecorator =>
  (target, name) => {
    field(target, name);
    ApiProperty({ required: false })(target, name);
  };

export const ApiId = (prefix: Prefix, description: string, options?: Options): PropertyDecorator =>
  described({ type: 'string', pattern: idPattern(prefix), example: exampleId(prefix) }, description, options);

/** An id with one of the prefixes. */
export const ApiAnyId = (prefixes: readonly [Prefix, ...Prefix[]], description: string): PropertyDecorator =>
  described(
    { type: 'string', pattern: idPattern(...prefixes), example: exampleId(prefixes[0]) },
    description,
  );

/** A SHA-256 hash. */
export const ApiHash = (description: string): PropertyDecorator =>
  described(
    {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      example: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
    },
    description,
    { nullable: true },
  );

export const ApiTimestamp = (description: string, options?: Options): PropertyDecorator =>
  described(
    { type: 'string', format: 'date-time', example: '2026-01-31T09:30:00.000Z' },
    description,
    options,
  );

export const ApiAmount = (): PropertyDecorator =>
  described(
    { type: 'integer', format: 'int64', minimum: 1, maximum: MAX_AMOUNT, example: 7500 },
    'In minor units: 7500 is 75.00.',
  );

export const ApiCurrency = (): PropertyDecorator =>
  described({ type: 'string', pattern: '^[A-Z]{3}$', example: 'USD' }, 'ISO 4217, in upper case.');

export const ApiInteger = (description: string, example: number, minimum = 0): PropertyDecorator =>
  described({ type: 'integer', format: 'int64', minimum, example }, description);

export const ApiBoolean = (description: string): PropertyDecorator =>
  described({ type: 'boolean', example: false }, description);

export const ApiText = (description: string, example: string, options?: Options): PropertyDecorator =>
  described({ type: 'string', example }, description, options);

export const ApiEmail = (description: string): PropertyDecorator =>
  described({ type: 'string', format: 'idn-email', example: 'ada@example.com' }, description);

export const ApiUrl = (description: string, example: string): PropertyDecorator =>
  described({ type: 'string', format: 'uri', example }, description);

export const ApiReference = (): PropertyDecorator =>
  described(
    { type: 'string', minLength: 1, maxLength: 255, example: 'INV-2026-014' },
    'Your own reference; null if you sent none.',
    { nullable: true },
  );

/** A field that is always null. */
export const ApiNull = (description: string): PropertyDecorator =>
  described({ type: 'null', example: null }, description);

export const ApiMetadata = (): PropertyDecorator =>
  described(
    { type: 'object', additionalProperties: true, example: { order: 'A-1001' } },
    'Your own key-value pairs.',
  );

export const ApiObject = (description: string, example: object): PropertyDecorator =>
  described({ type: 'object', additionalProperties: true, example }, description);

export const ApiEnum = (
  values: readonly string[],
  description: string,
  options: Options = {},
): PropertyDecorator =>
  described(
    // In JSON Schema, null must be one of the enum values.
    { type: 'string', enum: [...values, ...(options.nullable === true ? [null] : [])], example: values[0] },
    description,
    options,
  );

/** A field with a constant value. */
export const ApiConst = (value: string, description: string): PropertyDecorator =>
  ApiEnum([value], description);
