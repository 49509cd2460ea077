import type { MigrationInterface, QueryRunner } from 'typeorm';

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
