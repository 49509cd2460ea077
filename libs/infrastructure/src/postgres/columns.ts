import type { EntitySchema, EntitySchemaColumnOptions, ValueTransformer } from 'typeorm';

/** bigint, count and sum arrive as text. Refuses what a JavaScript number cannot hold exactly. */
export function safeInteger(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
    throw new RangeError('The database answered with something that is no safe integer');
  }
  return number;
}

const asSafeInteger: ValueTransformer = {
  from: (value: unknown) => (value === null || value === undefined ? value : safeInteger(value)),
  to: (value: unknown) => (value === null || value === undefined ? value : safeInteger(value)),
};

export const bigintColumn = { type: 'bigint', transformer: asSafeInteger } as const;

export const instant = (name: string) => ({ name, type: 'timestamptz', precision: 3 }) as const;
export const optionalInstant = (name: string) => ({ ...instant(name), nullable: true }) as const;

const columnsOf = <Row>({ options }: EntitySchema<Row>) =>
  Object.entries(options.columns as Readonly<Record<string, EntitySchemaColumnOptions>>);

/** An entity's columns for a plain SELECT, which then returns rows with the entity's property names. */
export const selectListOf = <Row>(entity: EntitySchema<Row>): string =>
  columnsOf(entity)
    .filter(([, { select }]) => select !== false)
    .map(([property, { name = property }]) => `${entity.options.tableName}.${name} AS "${property}"`)
    .join(', ');

export const instantsOf = <Row>(entity: EntitySchema<Row>): string[] =>
  columnsOf(entity)
    .filter(([, { type }]) => type === 'timestamptz')
    .map(([property]) => property);
