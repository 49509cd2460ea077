import type { EntitySchema } from 'typeorm';
import { AccountRows } from '../accounts/account.row.js';

/** Every row TypeORM knows. A library's folder adds its own rows here. */
export const ENTITIES: readonly EntitySchema[] = [AccountRows];
