import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['payment_requests', 'subscriptions'];

/** What a shop calls an order is what it looks for. Whoever sees all accounts may look in all of them. */
export class ByReference0000000000013 implements MigrationInterface {
  readonly name = 'ByReference0000000000013';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await queryRunner.query(
        `CREATE INDEX ${table}_reference_idx ON ${table} (account_id, reference, id) WHERE reference IS NOT NULL`,
      );
      // What the condition on `amount` is for, which is true of every row, is told at `OVER_ALL_ACCOUNTS`.
      await queryRunner.query(
        `CREATE INDEX ${table}_all_reference_idx ON ${table} (reference, id)
           WHERE reference IS NOT NULL AND amount > -2`,
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(`DROP INDEX ${table}_reference_idx, ${table}_all_reference_idx`);
  }
}
