import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf, type ValidationArguments, type ValidationOptions } from 'class-validator';

export interface FieldOptions {
  /** May be left out. That is not the same as being null: on PATCH, absent means "leave it". */
  readonly optional?: boolean;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

export interface FieldRule {
  /** The rule of class-validator, applied to the converted value. */
  readonly rule: (options: ValidationOptions) => PropertyDecorator;
  /** The message for a value that breaks the rule, without the name of the field. */
  readonly message: string | ((value: unknown) => string);
  /** Returns a value that it cannot convert as it is, so that the rule refuses it. */
  readonly convert?: (value: unknown) => unknown;
  readonly schema: ApiPropertyOptions;
}

/** One decorator of class-validator's rule, class-transformer's conversion and the OpenAPI schema. */
export function field(
  { optional = false, nullable = false, ...documentation }: FieldOptions = {},
  { rule, message, convert, schema }: FieldRule,
): PropertyDecorator {
  const describe = ({ value }: ValidationArguments): string => {
    if (value === undefined) return '$property is required';
    return `$property ${typeof message === 'string' ? message : message(value)}`;
  };
  // Not IsOptional, which accepts null wherever the field may be absent.
  const isChecked = (_: object, value: unknown): boolean =>
    !(optional && value === undefined) && !(nullable && value === null);
  return applyDecorators(
    rule({ message: describe }),
    ...(optional || nullable ? [ValidateIf(isChecked)] : []),
    ...(convert === undefined ? [] : [Transform(({ value }) => convert(value))]),
    ApiProperty({
      ...schema,
      ...documentation,
      required: !optional,
      ...(nullable && { nullable }),
    } as ApiPropertyOptions),
  );
}

/** A rule made of a predicate. */
export const satisfies =
  (predicate: (value: unknown) => boolean): FieldRule['rule'] =>
  (options) =>
    ValidateBy({ name: 'satisfies', validator: { validate: predicate } }, options);
