import type { EntitySchema } from 'typeorm';

/** Every row TypeORM knows. A library's folder adds its own rows here. */
export const ENTITIES: readonly EntitySchema[] = [];
