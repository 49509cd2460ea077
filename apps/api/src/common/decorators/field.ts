import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

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

export interface Field extends FieldRule {
  readonly optional: boolean;
  readonly nullable: boolean;
}

const declared = new WeakMap<object, Map<string, Field>>();
const collected = new WeakMap<DtoClass, ReadonlyMap<string, Field>>();

/** Declares a field once for all three: the validator, the conversion and the OpenAPI document. */
export function field(rule: FieldRule, presence: Presence = {}): PropertyDecorator {
  const { optional = false, nullable = false, ...words } = presence;

  return (prototype, property) => {
    const fields = declared.get(prototype) ?? new Map<string, Field>();
    declared.set(prototype, fields.set(String(property), { ...rule, optional, nullable }));

    if (rule.schema === undefined) return;
    const described = { ...rule.schema, ...words, required: !optional, ...(nullable ? { nullable } : {}) };
    ApiProperty(described as ApiPropertyOptions)(prototype, property);
  };
}

/** The fields of a class, its parents' included. Collected once: they are asked for at every request. */
export function fieldsOf(dto: DtoClass): ReadonlyMap<string, Field> {
  let fields = collected.get(dto);
  if (fields === undefined) {
    fields = collect(dto);
    collected.set(dto, fields);
  }
  return fields;
}

function collect(dto: DtoClass): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>();
  for (
    let prototype = dto.prototype as object | null;
    prototype !== null;
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    for (const [name, one] of declared.get(prototype) ?? []) if (!found.has(name)) found.set(name, one);
  }
  return found;
}

/** What is wrong with a value, absent ones included; undefined when nothing is. */
export function problemWith(value: unknown, rule: Field): string | undefined {
  if (value === undefined) return rule.optional ? undefined : 'is required';
  return value === null && rule.nullable ? undefined : rule.problem(value);
}
