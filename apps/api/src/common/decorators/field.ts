import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf, type ValidationArguments, type ValidationOptions } from 'class-validator';

export interface FieldOptions {
  /** May be omitted. On PATCH, an omitted field keeps its value; null deletes it. */
  readonly optional?: boolean;
  readonly nullable?: boolean;
  /** For create: may be omitted or null, which are the same. */
  readonly omittable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

export interface FieldRule {
  /** Applied to the converted value. */
  readonly rule: (options: ValidationOptions) => PropertyDecorator;
  /** The error message without the name of the field. */
  readonly message: string | ((value: unknown) => string);
  /** Returns a value that it cannot convert unchanged, so that the rule rejects it. */
  readonly convert?: (value: unknown) => unknown;
  readonly schema: ApiPropertyOptions;
}

/** Combines the rule of class-validator, the conversion of class-transformer and the OpenAPI schema. */
export function field(
  { omittable = false, optional = omittable, nullable = omittable, ...documentation }: FieldOptions = {},
  { rule, message, convert, schema }: FieldRule,
): PropertyDecorator {
  const describe = ({ value }: ValidationArguments): string => {
    if (value === undefined) return '$property is required';
    return `$property ${typeof message === 'string' ? message : message(value)}`;
  };
  // Not IsOptional, which also accepts null.
  const isChecked = (_: object, value: unknown): boolean =>
    !(optional && value === undefined) && !(nullable && value === null);
  const converted = (value: unknown): unknown => {
    const result = convert === undefined ? value : convert(value);
    return omittable && result === null ? undefined : result;
  };
  return applyDecorators(
    rule({ message: describe }),
    ...(optional || nullable ? [ValidateIf(isChecked)] : []),
    ...(convert !== undefined || omittable ? [Transform(({ value }) => converted(value))] : []),
    ApiProperty({
      ...schema,
      ...documentation,
      required: !optional,
      ...(nullable && { nullable }),
    } as ApiPropertyOptions),
  );
}

export const satisfies =
  (predicate: (value: unknown) => boolean): FieldRule['rule'] =>
  (options) =>
    ValidateBy({ name: 'satisfies', validator: { validate: predicate } }, options);
