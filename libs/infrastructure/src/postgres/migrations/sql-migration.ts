import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DISTRIBUTION_COLUMN, FIRST_DISTRIBUTED, type TableKind } from '../table-kinds.js';

export abstract class SqlMigration implements MigrationInterface {
  /** TypeORM sorts by the last 13 digits, which are the number of the file. */
  readonly name: string = this.constructor.name;
  protected abstract readonly apply: readonly string[];
  protected abstract readonly revert: readonly string[];

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of this.apply) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of this.revert) await queryRunner.query(statement);
  }
}

const placing = (table: string, kind: Exclude<TableKind, 'local'>): string => {
  if (kind === 'reference') return `create_reference_table('${table}')`;
  if (kind === 'coordinator') return `citus_add_local_table_to_metadata('${table}')`;
  return `create_distributed_table('${table}', '${DISTRIBUTION_COLUMN}', colocate_with => '${FIRST_DISTRIBUTED}')`;
};

/**
 * Places a new, empty table if the database has the distributed form of Citus; otherwise does nothing. Before its foreign
 * keys: Citus rejects those from a table that is not placed to one that is.
 */
export const placeOnCitus = (table: string, kind: Exclude<TableKind, 'local'>): string => `DO $$ BEGIN
  IF to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('${FIRST_DISTRIBUTED}')) THEN
      PERFORM ${placing(table, kind)};
    END IF;
  END IF;
END $$`;
