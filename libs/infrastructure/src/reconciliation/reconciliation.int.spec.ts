import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountId, currency, type ReconciliationLineId, uuidFromId } from '@florin/kernel';
import { SystemClock, SystemIds } from '@florin/kernel/memory';
import {
  DEFAULT_CSV_OPTIONS,
  Ledger,
  type NewReconciliation,
  ReconcileFile,
  type Reconciliation,
  RECONCILIATION_RESULTS,
} from '@florin/ledger';
import { aBalance } from '@florin/ledger/testing';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import { postgresHarness } from '../ledger/testing/postgres-harness.js';
import { localDates } from './local-dates.js';
import { reconciliationUnitOfWork } from './reconciliation-stores.js';
import { StreamedStatementFileReader } from './statement-file.reader.js';
import { TypeOrmReconciledAccounts } from './typeorm-reconciled-accounts.js';
import { TypeOrmReconciliationReader } from './typeorm-reconciliation.reader.js';

const [ids, clock] = [new SystemIds(), new SystemClock()];
const EUR = currency('EUR');
let dataSource: DataSource;
let ledger: Ledger;
let reconcileFile: ReconcileFile;
let reader: TypeOrmReconciliationReader;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  ledger = new Ledger(postgresHarness(dataSource).store, clock, ids);
  reader = new TypeOrmReconciliationReader(dataSource);
  reconcileFile = new ReconcileFile(
    reconciliationUnitOfWork(dataSource),
    new TypeOrmReconciledAccounts(dataSource),
    new StreamedStatementFileReader(),
    ids,
    clock,
  );
});

async function openAccount(timezone = 'UTC'): Promise<AccountId> {
  const accountId = ids.next('acct');
  await postgresHarness(dataSource).openBalance(aBalance({ accountId, currency: EUR }));
  await dataSource.query('UPDATE accounts SET timezone = $2 WHERE id = $1', [
    uuidFromId(accountId),
    timezone,
  ]);
  return accountId;
}

async function credit(accountId: AccountId, amount: number, reference: string | undefined): Promise<void> {
  const input = { accountId, type: 'credit', amount, currency: EUR, reference, metadata: {} } as const;
  const { id: transactionId } = await ledger.create(input);
  const settlement = { status: 'succeeded', failureReason: undefined } as const;
  await ledger.settle({ transactionId, accountId, settlement });
}

async function reconcile(
  accountId: AccountId,
  content: string,
  more: Partial<NewReconciliation> = {},
): Promise<Reconciliation> {
  const outcome = await reconcileFile.execute({
    accountId,
    format: 'csv',
    content: Buffer.from(content),
    csv: DEFAULT_CSV_OPTIONS,
    toleranceDays: 3,
    ...more,
  });
  if (outcome.replayed) throw new Error('The reconciliation was replayed.');
  return outcome.value;
}

const today = (timezone = 'UTC'): string => localDates(timezone)(clock.now());

describe('reconciliations in PostgreSQL', () => {
  it('store the results in the order of the file', async () => {
    const accountId = await openAccount();
    await credit(accountId, 100, 'a');
    await credit(accountId, 200, 'b');
    await credit(accountId, 300, 'c');
    await credit(accountId, 400, undefined);
    const rows = ['1.00,a', '2.50,b', '9.99,z', '4.00,y'].map((row) => `${today()},${row}\n`);
    const stored = await reconcile(accountId, `date,amount,reference\n${rows.join('')}`);
    expect(stored).toMatchObject({ matched: 2, amountDiffers: 1, missingInFlorin: 1, missingInFile: 1 });
    expect(await reader.find(stored.id, accountId)).toEqual(stored);
    expect(await reader.find(stored.id, undefined)).toEqual(stored);
    expect(await reader.find(stored.id, await openAccount())).toBeUndefined();
    const { items } = await reader.lines(stored, undefined, { limit: 10 });
    expect(items.map(({ result, file, posted }) => [result, file?.reference, posted?.reference])).toEqual([
      ['matched', 'a', 'a'],
      ['amount_differs', 'b', 'b'],
      ['missing_in_florin', 'z', undefined],
      ['matched', 'y', undefined],
      ['missing_in_file', undefined, 'c'],
    ]);
    expect(items[1]).toMatchObject({
      file: { lineNumber: 3, amount: 250, date: today() },
      posted: { amount: 200, date: today() },
    });
    for (const result of RECONCILIATION_RESULTS) {
      const page = await reader.lines(stored, result, { limit: 10 });
      expect(page.items).toEqual(items.filter((line) => line.result === result));
    }
    expect((await reader.list(accountId, { limit: 10 })).items).toEqual([stored]);
    expect((await reader.list(undefined, { limit: 10 })).items[0]).toEqual(stored);
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('use dates in the time zone %s', async (timezone) => {
    const accountId = await openAccount(timezone);
    await credit(accountId, 100, 'a');
    const content = `date,amount,reference\n${today(timezone)},1.00,a\n`;
    expect(await reconcile(accountId, content, { toleranceDays: 0 })).toMatchObject({
      matched: 1,
      from: today(timezone),
      to: today(timezone),
    });
  });

  it('page through many lines', async () => {
    const accountId = await openAccount();
    const count = 2_500;
    const rows = Array.from({ length: count }, (_, index) => `${today()},1.00,r${index}\n`);
    const stored = await reconcile(accountId, `date,amount,reference\n${rows.join('')}`);
    expect(stored.missingInFlorin).toBe(count);
    const references: (string | undefined)[] = [];
    let after: ReconciliationLineId | undefined;
    for (;;) {
      const { items, hasMore } = await reader.lines(stored, undefined, {
        limit: 1_000,
        ...(after !== undefined && { after }),
      });
      references.push(...items.map(({ file }) => file?.reference));
      after = items.at(-1)?.id;
      if (!hasMore) break;
    }
    expect(references).toEqual(rows.map((_, index) => `r${index}`));
  });

  it('store nothing when the file is refused', async () => {
    const accountId = await openAccount();
    await expect(reconcile(accountId, 'date,amount\n2026-03-02,x\n')).rejects.toThrow('Line 2');
    await expect(reconcile(ids.next('acct'), 'date,amount\n')).rejects.toMatchObject({ code: 'not_found' });
    await expect(reconcile(accountId, 'date,amount\n')).rejects.toThrow('The file has no lines.');
    expect((await reader.list(accountId, { limit: 10 })).items).toEqual([]);
  });

  it('compare a named period, also without lines', async () => {
    const accountId = await openAccount();
    await credit(accountId, 100, 'a');
    const period = { from: today(), to: today() };
    expect(await reconcile(accountId, 'date,amount\n', period)).toMatchObject({
      missingInFile: 1,
      ...period,
    });
    await expect(reconcile(accountId, 'date,amount\n2020-01-01,1\n', period)).rejects.toThrow(
      'Line 2: the date 2020-01-01 is outside the period of from and to.',
    );
  });
});
