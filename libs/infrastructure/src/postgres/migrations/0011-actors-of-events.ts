import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who made it happen. Of what was told before, and by processes of before, nobody knows. */
export class ActorsOfEvents0000000000011 implements MigrationInterface {
  readonly name = 'ActorsOfEvents0000000000011';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE events ADD COLUMN actor text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE events DROP COLUMN actor`);
  }
}
