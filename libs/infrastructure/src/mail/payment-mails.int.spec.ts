import { describe, expect, it } from '@jest/globals';
import { CloseAccount, OpenAccount, SetAccountStatus } from '@florin/accounts';
import { aNewAccount, anActor, PlainOwnerPasswords } from '@florin/accounts/testing';
import { type AccountId, idFromUuid, uuidFromId } from '@florin/kernel';
import { CreatePaymentRequest } from '@florin/payments';
import {
  aNewRequest,
  paymentMailsContract,
  PlainPageSecrets,
  SequentialIds,
  SteppedClock,
} from '@florin/payments/testing/mails';
import { openDatabase } from '../../../../test/support/open-database.js';
import { accountsUnitOfWork } from '../account-closing/accounts-stores.js';
import { paymentsUnitOfWork } from '../payments/payments-stores.js';
import { TypeOrmPaymentRequestReader } from '../payments/typeorm-payment-request.reader.js';

async function openParts(clock: SteppedClock) {
  const { dataSource } = await openDatabase();
  const ids = new SequentialIds();
  const accounts = accountsUnitOfWork(dataSource, ids);
  const opening = new OpenAccount(accounts, new PlainOwnerPasswords(), ids, clock);
  return {
    dataSource,
    accounts,
    unitOfWork: paymentsUnitOfWork(dataSource, ids),
    openPayee: async (): Promise<AccountId> => {
      const email = `${ids.next('user').slice(5)}@example.com`;
      const input = { ...aNewAccount({ email }), password: 'correct horse' };
      const opened = await opening.execute(anActor(), input);
      if (opened.replayed) throw new Error('The account was replayed.');
      return opened.value.id;
    },
    mails: (accountId: AccountId) =>
      dataSource.query<{ kind: string; subjectId: string; dueAt: Date }[]>(
        `SELECT kind, subject_id AS "subjectId", due_at AS "dueAt" FROM mails WHERE account_id = $1 ORDER BY due_at`,
        [uuidFromId(accountId)],
      ),
  };
}

paymentMailsContract('PostgreSQL', async (clock) => {
  const { dataSource, accounts, unitOfWork, openPayee, mails } = await openParts(clock);
  const publicIds = async (uuids: readonly string[]) =>
    dataSource.query<{ id: string; prefix: 'pay' | 're' }[]>(
      `SELECT id, 'pay' AS prefix FROM payment_requests WHERE id = ANY ($1)
       UNION ALL SELECT id, 're' FROM refunds WHERE id = ANY ($1)`,
      [uuids],
    );
  return {
    unitOfWork,
    openPayee,
    reader: new TypeOrmPaymentRequestReader(dataSource),
    suspend: async (accountId) => {
      await new SetAccountStatus(accounts, clock).execute(anActor(), accountId, 'suspended');
    },
    mails: async (accountId) => {
      const stored = await mails(accountId);
      const found = await publicIds(stored.map(({ subjectId }) => subjectId));
      const prefixes = new Map(found.map(({ id, prefix }) => [id, prefix]));
      return stored.map((mail) => ({
        ...mail,
        subjectId: idFromUuid(prefixes.get(mail.subjectId) ?? 'evt', mail.subjectId),
      }));
    },
  };
});

describe('the mails of an account', () => {
  it('do not exceed the limit with concurrent requests', async () => {
    const clock = new SteppedClock();
    const { unitOfWork, openPayee, mails } = await openParts(clock);
    const accountId = await openPayee();
    const creation = new CreatePaymentRequest(unitOfWork, new PlainPageSecrets(), clock, 4);
    const creations = Array.from({ length: 20 }, () =>
      creation.execute(aNewRequest({ accountId, sendEmail: true })),
    );
    const outcomes = await Promise.allSettled(creations);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'rate_limited' });
    expect(await mails(accountId)).toHaveLength(4);
  });

  it('include one when it is closed', async () => {
    const clock = new SteppedClock();
    const { accounts, openPayee, mails } = await openParts(clock);
    const accountId = await openPayee();
    const { closedAt } = await new CloseAccount(accounts, clock).execute(anActor(), accountId);
    expect(await mails(accountId)).toEqual([
      { kind: 'account_closed', subjectId: uuidFromId(accountId), dueAt: closedAt },
    ]);
  });
});
