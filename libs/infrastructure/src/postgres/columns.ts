import type { EntitySchema, EntitySchemaColumnOptions } from 'typeorm';

/** bigint, count and sum arrive as text. Throws if a JavaScript number cannot represent the value exactly. */
export function safeInteger(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw new RangeError('The database returned a value that is not a safe integer');
  return number;
}

const optionalInteger = (value: unknown) =>
  value === null || value === undefined ? value : safeInteger(value);

export const bigintColumn = {
  type: 'bigint',
  transformer: { from: optionalInteger, to: optionalInteger },
} as const;

const optionalBigint = (value: unknown) =>
  value === null || value === undefined ? value : BigInt(value as string | number | bigint);

/** For sums beyond what a number represents exactly. Written as text, because JSON has no bigint. */
export const largeIntegerColumn = {
  type: 'bigint',
  transformer: { from: optionalBigint, to: (value: unknown) => optionalBigint(value)?.toString() },
} as const;

export const instant = (name: string) => ({ name, type: 'timestamptz', precision: 3 }) as const;

export const selectedColumnsOf = <Row>({ options }: EntitySchema<Row>) =>
  Object.entries(options.columns as Readonly<Record<string, EntitySchemaColumnOptions>>).filter(
    ([, { select }]) => select !== false,
  );

/** An entity's columns for a plain SELECT, which then returns rows with the entity's property names. */
export const selectListOf = <Row>(entity: EntitySchema<Row>): string =>
  selectedColumnsOf(entity)
    .map(([property, { name = property }]) => `${entity.options.tableName}.${name} AS "${property}"`)
    .join(', ');

export const instantsOf = <Row>(entity: EntitySchema<Row>): string[] =>
  selectedColumnsOf(entity)
    .filter(([, { type }]) => type === 'timestamptz')
    .map(([property]) => property);
