import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { getMetadataStorage, ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';

/** A class whose fields carry the decorators of this folder. */
export type DtoClass = new () => object;

/** What makes a value right, what the handler gets in its place, and how the documentation describes it. */
export interface FieldRule {
  /** What is wrong, to be said after the field's name; undefined when nothing is. */
  problem(value: unknown): string | undefined;
  convert?(value: unknown, name: string): unknown;
  /** What an absent field stands for. */
  readonly otherwise?: unknown;
  /** Left out for a field that is only there to be refused in a particular way: the document is silent about it. */
  readonly schema?: ApiPropertyOptions;
}

export interface Presence {
  /** May be left out. That is not the same as being null: on PATCH, absent means "leave it". */
  readonly optional?: boolean;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

const rules = new WeakMap<object, Map<string, FieldRule>>();

/** Declares a field once for all three: the validator, the conversion and the OpenAPI document. */
export function field(rule: FieldRule, presence: Presence = {}): PropertyDecorator {
  const { optional = false, nullable = false, ...words } = presence;

  return (prototype, property) => {
    const known = rules.get(prototype) ?? new Map<string, FieldRule>();
    rules.set(prototype, known.set(String(property), rule));

    ValidateBy({
      name: 'field',
      validator: {
        validate: (value: unknown) => rule.problem(value) === undefined,
        defaultMessage: (told?: ValidationArguments) => {
          const value: unknown = told?.value;
          return `${String(property)} ${value === undefined ? 'is required' : (rule.problem(value) ?? '')}`;
        },
      },
    })(prototype, property);
    ValidateIf((_, value) => !(optional && value === undefined) && !(nullable && value === null))(
      prototype,
      property,
    );

    if (rule.schema === undefined) return;
    const described = { ...rule.schema, ...words, required: !optional, ...(nullable ? { nullable } : {}) };
    ApiProperty(described as ApiPropertyOptions)(prototype, property);
  };
}

/** The conversions of a class, its parents' included. */
export function rulesOf(dto: DtoClass): ReadonlyMap<string, FieldRule> {
  const found = new Map<string, FieldRule>();
  for (
    let prototype = dto.prototype as object | null;
    prototype !== null;
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    for (const [name, rule] of rules.get(prototype) ?? []) if (!found.has(name)) found.set(name, rule);
  }
  return found;
}

/** Every name the class validates, whichever decorator said so. */
export function fieldNamesOf(dto: DtoClass): ReadonlySet<string> {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return new Set(metadata.map(({ propertyName }) => propertyName));
}
