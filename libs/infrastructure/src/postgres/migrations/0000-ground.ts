import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every library stands on: the keys under which a request is done only once. */
export class Ground implements MigrationInterface {
  // TypeORM reads the last 13 characters as a number and refuses zero, so what comes before one is minus one.
  readonly name = 'Ground-000000000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    // json, not jsonb: whoever asks again gets the first answer byte for byte, its fields in their order.
    await queryRunner.query(`
      CREATE TABLE idempotency_keys (
        account_id  uuid           NOT NULL,
        principal   text           NOT NULL,
        path        text           NOT NULL,
        key         text           NOT NULL,
        fingerprint text           NOT NULL,
        answer      json,
        created_at  timestamptz(3) NOT NULL,
        CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, principal, path, key)
      )
    `);
    await queryRunner.query(`CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE idempotency_keys`);
  }
}
