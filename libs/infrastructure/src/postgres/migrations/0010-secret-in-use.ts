import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which secret instances know that they belong together. The key admits one row. */
const SECRET_IN_USE = `
  CREATE TABLE secret_in_use (
    is_the_one  boolean        NOT NULL DEFAULT true,
    fingerprint text           NOT NULL,
    since       timestamptz(3) NOT NULL,
    CONSTRAINT secret_in_use_pkey PRIMARY KEY (is_the_one),
    CONSTRAINT secret_in_use_one_check CHECK (is_the_one)
  )
`;

export class SecretInUse0000000000010 implements MigrationInterface {
  readonly name = 'SecretInUse0000000000010';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(SECRET_IN_USE);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE secret_in_use`);
  }
}
