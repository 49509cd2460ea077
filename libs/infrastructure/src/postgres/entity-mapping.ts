import { type Id, idFromUuid, type Prefix, uuidFromId } from '@florin/kernel';
import type {
  EntityManager,
  EntitySchema,
  EntitySchemaColumnOptions,
  ObjectLiteral,
  QueryDeepPartialEntity,
  ValueTransformer,
} from 'typeorm';
import { selectedColumnsOf } from './columns.js';

/** Stored as a uuid, and an id such as `acct_01k…` in the domain. */
export const idColumn = (prefix: Prefix, name = 'id') =>
  ({
    name,
    type: 'uuid',
    transformer: { from: (uuid: string) => idFromUuid(prefix, uuid), to: (id: Id) => uuidFromId(id) },
  }) as const;

export function optional<Column extends EntitySchemaColumnOptions>(column: Column) {
  const { from, to } = transformerOf(column);
  const transformer: ValueTransformer = {
    from: (value: unknown) => (value === null ? undefined : from(value)),
    to: (value: unknown) => (value === null || value === undefined ? null : to(value)),
  };
  return { ...column, nullable: true, transformer } as const;
}

const UNCHANGED = { from: (value: unknown) => value, to: (value: unknown) => value };

const transformerOf = ({ transformer }: EntitySchemaColumnOptions) =>
  (transformer as typeof UNCHANGED | undefined) ?? UNCHANGED;

/** Maps a row of `selectListOf(entity)` as TypeORM would. */
export const rowReader = <Item extends ObjectLiteral>(entity: EntitySchema<Item>): ((row: object) => Item) =>
  mapping(entity, 'from') as (row: object) => Item;

/** Maps a domain object to column values by property name, for `json_to_recordset`. */
export const rowWriter = <Item extends ObjectLiteral>(entity: EntitySchema<Item>): ((item: Item) => object) =>
  mapping(entity, 'to');

function mapping(entity: EntitySchema, direction: 'from' | 'to'): (source: object) => object {
  const columns = selectedColumnsOf(entity).map(
    ([property, column]) => [property, transformerOf(column)[direction]] as const,
  );
  return (source) => {
    const mapped: Record<string, unknown> = {};
    for (const [property, map] of columns)
      mapped[property] = map((source as Readonly<Record<string, unknown>>)[property]);
    return mapped;
  };
}

export async function insertItem<Item extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntitySchema<Item>,
  item: Item,
): Promise<void> {
  await manager.insert(entity, { ...item });
}

/** Writes all columns. TypeORM skips undefined, so absent values are written as null. */
export async function updateItem<Item extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntitySchema<Item>,
  item: Item,
): Promise<void> {
  const key: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  for (const [property, { primary }] of selectedColumnsOf(entity))
    (primary === true ? key : values)[property] = (item as Record<string, unknown>)[property] ?? null;
  await manager.update(entity, key, values as QueryDeepPartialEntity<Item>);
}
