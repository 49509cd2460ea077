import { expect, it } from '@jest/globals';
import { openDatabase } from '../../../../test/support/open-database.js';
import { Superseded0000000000009 } from '../postgres/migrations/0009-superseded.js';

// Rows are inserted directly: only the constraint is tested.
const ACCOUNT = `
  INSERT INTO accounts (id, email, name, type, status, currency, timezone, language, created_at, updated_at)
  VALUES (gen_random_uuid(), 'shop@example.com', 'Shop', 'business', 'active', 'USD', 'UTC', 'en', now(), now())`;
const REQUEST = `
  INSERT INTO payment_requests (account_id, id, page_digest, amount, currency, status, customer_email, metadata,
    expires_at, declines, attempts, charging, created_at, updated_at, canceled_at, cancel_reason)
  SELECT id, gen_random_uuid(), $1, 100, 'USD', 'canceled', 'customer@example.com', '{}', now(), 0, 0, false, now(), now(), now(), $1
  FROM accounts LIMIT 1`;

it('the migration allows the reason "superseded", and its revert replaces it by "requested"', async () => {
  const { dataSource } = await openDatabase();
  const queryRunner = dataSource.createQueryRunner();
  await dataSource.query(ACCOUNT);
  const add = (reason: string) => dataSource.query(REQUEST, [reason]);
  const reasons = async () =>
    (
      await dataSource.query<{ cancel_reason: string }[]>(
        `SELECT cancel_reason FROM payment_requests ORDER BY cancel_reason`,
      )
    ).map(({ cancel_reason }) => cancel_reason);

  await add('superseded');
  await expect(add('unknown')).rejects.toThrow('payment_requests_reason_check');
  await new Superseded0000000000009().down(queryRunner);
  expect(await reasons()).toEqual(['requested']);
  await expect(add('superseded')).rejects.toThrow('payment_requests_reason_check');
  await new Superseded0000000000009().up(queryRunner);
  await add('superseded');
  expect(await reasons()).toEqual(['requested', 'superseded']);
  await queryRunner.release();
});
