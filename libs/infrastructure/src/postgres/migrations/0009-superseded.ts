import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One statement: at no moment does the table take any reason at all. */
const reasons = (...words: readonly string[]): string => `
  ALTER TABLE payment_requests
    DROP CONSTRAINT payment_requests_reason_check,
    ADD CONSTRAINT payment_requests_reason_check CHECK (
      (status = 'canceled') = (cancel_reason IS NOT NULL)
      AND cancel_reason IN (${words.map((word) => `'${word}'`).join(', ')})
    )`;

const BEFORE = ['requested', 'expired', 'account_closed'];

/**
 * A request whose period was paid with another one says so. Those that ended in this way before say that it was asked
 * for, as they always did: what the events of that time told stays true.
 */
export class Superseded0000000000009 implements MigrationInterface {
  readonly name = 'Superseded0000000000009';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(reasons(...BEFORE, 'superseded'));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `UPDATE payment_requests SET cancel_reason = 'requested' WHERE cancel_reason = 'superseded'`,
    );
    await queryRunner.query(reasons(...BEFORE));
  }
}
