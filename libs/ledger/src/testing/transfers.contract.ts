import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountId, TransferId } from '@florin/kernel';
import { SettleDueTransactions } from '../transaction/settle-due-transactions.js';
import type { NewTransfer, Transfer } from '../transfer/transfer.js';
import { USD } from './builders.js';
import type { LedgerHarness } from './harness.js';
import { LedgerFixture, SUCCESS } from './ledger-fixture.js';

const empty = { available: 0, held: 0, incoming: 0 };

/** The contract of transfers, for every `LedgerStore` adapter. */
export function transfersContract(open: () => Promise<LedgerHarness>): void {
  describe('transfers', () => {
    let harness: LedgerHarness;
    let fixture: LedgerFixture;

    beforeAll(async () => {
      harness = await open();
      fixture = new LedgerFixture(harness);
    });

    const openPair = async (funds = 1_000): Promise<{ from: AccountId; to: AccountId }> => ({
      from: await fixture.openAccount(funds),
      to: await fixture.openAccount(),
    });
    async function transfer(
      { from, to }: { from: AccountId; to: AccountId },
      change: Partial<NewTransfer> = {},
    ): Promise<Transfer> {
      const input = { fromAccountId: from, toAccountId: to, amount: 400, currency: USD, ...change };
      const outcome = await fixture.ledger.createTransfer(input);
      if (outcome.replayed) throw new Error('Unexpected replay.');
      return outcome.value;
    }
    const balances = async ({ from, to }: { from: AccountId; to: AccountId }) => [
      await fixture.balance(from),
      await fixture.balance(to),
    ];
    const sidesOf = async (pair: { from: AccountId; to: AccountId }, id: TransferId) => {
      const find = async (accountId: AccountId) => {
        const { items } = await harness.transactions.list({ accountId }, { limit: 10 });
        return items.find(({ transferId }) => transferId === id)!;
      };
      return [await find(pair.from), await find(pair.to)] as const;
    };
    const eventsOf = async (accountId: AccountId, subjectId: TransferId) =>
      (await harness.events.list(accountId, { limit: 10 }, { subjectId })).items.map(({ type }) => type);

    it('hold the money at the source, and are incoming at the destination', async () => {
      const pair = await openPair();
      const created = await transfer(pair, { reference: 'rent', metadata: { room: 2 } });
      expect(created).toMatchObject({
        fromAccountId: pair.from,
        toAccountId: pair.to,
        amount: 400,
        status: 'pending',
        reference: 'rent',
        metadata: { room: 2 },
        endedAt: undefined,
      });
      expect(await balances(pair)).toEqual([
        { available: 600, held: 400, incoming: 0 },
        { ...empty, incoming: 400 },
      ]);
      const [source, destination] = await sidesOf(pair, created.id);
      expect(source).toMatchObject({ type: 'payment', counterpartyId: pair.to, metadata: { room: 2 } });
      expect(destination).toMatchObject({ type: 'credit', counterpartyId: pair.from, metadata: {} });
      for (const accountId of [pair.from, pair.to])
        expect(await eventsOf(accountId, created.id)).toEqual(['transfer.created']);
    });

    it.each(['succeeded', 'failed'] as const)('settle as %s on both sides', async (status) => {
      const pair = await openPair();
      const { id } = await transfer(pair);
      const settled = await fixture.ledger.settleTransfer({
        transferId: id,
        accountId: undefined,
        settlement: { status },
      });
      expect(settled).toMatchObject({ id, status, fromAccountId: pair.from });
      expect(settled.endedAt).toBeDefined();
      const moved = status === 'succeeded' ? 400 : 0;
      expect(await balances(pair)).toEqual([
        { ...empty, available: 1_000 - moved },
        { ...empty, available: moved },
      ]);
      for (const accountId of [pair.from, pair.to])
        expect(await eventsOf(accountId, id)).toEqual([`transfer.${status}`, 'transfer.created']);
      expect(await harness.audit()).toEqual([]);
    });

    it('settle at once with `settle`', async () => {
      const pair = await openPair();
      const settled = await transfer(pair, { settle: true });
      expect(settled).toMatchObject({ status: 'succeeded' });
      expect(await balances(pair)).toEqual([
        { ...empty, available: 600 },
        { ...empty, available: 400 },
      ]);
      expect(await eventsOf(pair.to, settled.id)).toEqual(['transfer.succeeded', 'transfer.created']);
    });

    it('are canceled by the source, not by the destination or a stranger', async () => {
      const pair = await openPair();
      const { id: transferId } = await transfer(pair);
      const cancelBy = (accountId: AccountId | undefined) =>
        fixture.ledger.cancelTransfer({ transferId, accountId });
      await expect(cancelBy(pair.to)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(cancelBy(await fixture.openAccount())).rejects.toMatchObject({ code: 'not_found' });
      expect(await cancelBy(pair.from)).toMatchObject({ status: 'canceled' });
      await expect(cancelBy(undefined)).rejects.toMatchObject({ code: 'not_cancellable' });
      expect(await balances(pair)).toEqual([{ ...empty, available: 1_000 }, empty]);
    });

    it('end as a whole: one side cannot be settled, canceled or refunded', async () => {
      const pair = await openPair();
      const { id } = await transfer(pair);
      for (const { id: transactionId, accountId } of await sidesOf(pair, id)) {
        const target = { transactionId, accountId };
        const settling = fixture.ledger.settle({ ...target, settlement: SUCCESS });
        await expect(settling).rejects.toMatchObject({ code: 'conflict' });
        await expect(fixture.ledger.cancel(target)).rejects.toMatchObject({ code: 'not_cancellable' });
      }
      await fixture.ledger.settleTransfer({ transferId: id, accountId: pair.from, settlement: SUCCESS });
      const [source] = await sidesOf(pair, id);
      await expect(
        fixture.create(pair.from, { type: 'refund', amount: 1, refundOf: source.id }),
      ).rejects.toMatchObject({ code: 'invalid_request' });
    });

    it('are read by both accounts, each with its own metadata, and listed newest first', async () => {
      const pair = await openPair();
      const first = await transfer(pair, { amount: 1, metadata: { secret: 1 } });
      const second = await transfer(pair, { amount: 2 });
      const { transfers } = harness;
      expect(await transfers.find(first.id, pair.from)).toEqual(first);
      expect(await transfers.find(first.id, undefined)).toEqual(first);
      expect(await transfers.find(first.id, pair.to)).toMatchObject({ id: first.id, metadata: {} });
      expect(await transfers.find(first.id, await fixture.openAccount())).toBeUndefined();
      const listed = async (filter: object, request: object = {}) =>
        (await transfers.list(filter, { limit: 10, ...request })).items.map(({ id }) => id);
      for (const accountId of [pair.from, pair.to]) {
        expect(await listed({ accountId })).toEqual([second.id, first.id]);
        expect(await listed({ accountId }, { after: second.id })).toEqual([first.id]);
      }
      expect((await listed({})).slice(0, 2)).toEqual([second.id, first.id]);
      await fixture.ledger.cancelTransfer({ transferId: first.id, accountId: pair.from });
      expect(await listed({ accountId: pair.to, status: 'canceled' })).toEqual([first.id]);
    });

    it('are settled as a whole by the delayed settlement', async () => {
      const pair = await openPair();
      const { id } = await transfer(pair);
      await new SettleDueTransactions(harness.due, fixture.ledger, fixture.clock, 0).execute();
      expect((await sidesOf(pair, id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    });

    it('in both directions at once move exact sums, from several instances', async () => {
      const [first, second] = [await fixture.openAccount(500), await fixture.openAccount(500)];
      const ledgers = [fixture.ledger, fixture.anotherLedger()];
      const moves = Array.from({ length: 60 }, (_, index) => {
        const [from, to] = index % 2 === 0 ? [first, second] : [second, first];
        const input = { fromAccountId: from, toAccountId: to, amount: 1 + (index % 7), currency: USD };
        return ledgers[index % 2]!.createTransfer({ ...input, settle: index % 3 > 0 });
      });
      await Promise.all(moves);
      const [one, two] = [(await fixture.balance(first))!, (await fixture.balance(second))!];
      expect(one.available + one.held + two.available + two.held).toBe(1_000);
      expect(one.held).toBe(two.incoming);
      expect(await harness.audit()).toEqual([]);
    });

    it('are refused without funds, to the same, an unknown or a frozen account, and in another currency', async () => {
      const pair = await openPair(399);
      // The last test: a frozen balance of an active account is a finding of the audit.
      const frozen = await fixture.openAccount(0, { state: 'frozen' });
      const refused = (change: Partial<NewTransfer>) =>
        transfer(pair, change).then(
          () => 'created',
          (error: unknown) => (error as { code: string }).code,
        );
      expect(await refused({})).toBe('insufficient_funds');
      expect(await refused({ toAccountId: pair.from })).toBe('invalid_request');
      expect(await refused({ toAccountId: fixture.ids.next('acct') })).toBe('not_found');
      expect(await refused({ fromAccountId: fixture.ids.next('acct') })).toBe('not_found');
      expect(await refused({ toAccountId: frozen })).toBe('invalid_request');
      expect(await refused({ currency: 'EUR' as typeof USD })).toBe('currency_mismatch');
      expect(await balances(pair)).toEqual([{ ...empty, available: 399 }, empty]);
    });
  });
}
