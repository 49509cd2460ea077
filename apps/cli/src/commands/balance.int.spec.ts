import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { florin } from '../testing/florin.js';
import { createSmallAccount, type SmallAccount } from '../testing/small-account.js';

let database: TestDatabase;
let account: SmallAccount;

beforeAll(async () => {
  database = await createTestDatabase();
  account = await createSmallAccount(database.url);
});

afterAll(() => database.drop());

const balance = (...line: string[]) =>
  florin(['balance', ...line], { environment: { DATABASE_URL: database.url } });

describe('florin balance', () => {
  it('prints the available, held and incoming amounts, by id and by email', async () => {
    const { code, out, err } = await balance(account.id);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      new RegExp(
        `^Ada Ltd \\(${account.id}\\)\\n {2}available +75\\.00 EUR\\n {2}held +25\\.00 EUR\\n {2}incoming +12\\.50 EUR\\n {2}updated +\\d{4}-\\S+Z\\n$`,
      ),
    );
    expect(await balance('Ada@Example.com')).toEqual({ code, out, err });
  });

  it('prints the fields of the API with --json', async () => {
    const { code, out } = await balance(account.email, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      account_id: account.id,
      currency: 'EUR',
      available: 7_500,
      held: 2_500,
      incoming: 1_250,
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\S+Z$/),
    });
  });

  it('fails for an unknown account', async () => {
    expect(await balance('bo@example.com')).toEqual({
      code: 1,
      out: '',
      err: 'florin: no account bo@example.com\n',
    });
  });
});
