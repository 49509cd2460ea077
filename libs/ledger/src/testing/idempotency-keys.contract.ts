import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Ledger } from '../batch/ledger.js';
import { idempotentCreateCommand } from './builders.js';
import type { LedgerHarness } from './harness.js';
import { LedgerFixture } from './ledger-fixture.js';

/** The contract of idempotency keys, for every `LedgerStore` adapter. */
export function idempotencyKeysContract(open: () => Promise<LedgerHarness>): void {
  let fixture: LedgerFixture;

  beforeAll(async () => {
    fixture = new LedgerFixture(await open());
  });

  describe('idempotency keys', () => {
    it('replay the first response, in the same batch and in later ones', async () => {
      const accountId = await fixture.openAccount(1_000);
      const send = () => fixture.createIdempotent(accountId, 'again', { amount: 100 });
      const together = await Promise.all([send(), send(), send()]);
      const first = together.find((outcome) => !outcome.replayed);
      const response = { id: first?.replayed === false && first.value.id };
      expect(together.filter((outcome) => outcome.replayed)).toEqual([
        { replayed: true, response: response },
        { replayed: true, response: response },
      ]);
      expect(await send()).toEqual({ replayed: true, response: response });
      expect(await fixture.balance(accountId)).toEqual({ available: 900, held: 100, incoming: 0 });
    });

    it('are rejected with another request, and are scoped to the principal', async () => {
      const accountId = await fixture.openAccount(1_000);
      await fixture.createIdempotent(accountId, 'same', { amount: 100 });
      const otherBody = { amount: 200, fingerprint: 'another body' };
      await expect(fixture.createIdempotent(accountId, 'same', otherBody)).rejects.toMatchObject({
        code: 'idempotency_mismatch',
      });
      const otherPrincipal = { amount: 300, principal: 'user_two' };
      await expect(fixture.createIdempotent(accountId, 'same', otherPrincipal)).resolves.toMatchObject({
        replayed: false,
      });
      expect(await fixture.balance(accountId)).toMatchObject({ held: 400 });
    });

    it('with a copy are stored and found in both places', async () => {
      const accountId = await fixture.openAccount(1_000);
      const { input, idempotentRequest } = idempotentCreateCommand(accountId, 'in both', { amount: 100 });
      const inAccount = idempotentRequest!;
      const withoutAccount = { ...inAccount, accountId: undefined };
      const moving = { ...withoutAccount, copyAccountId: accountId };
      const isReplayed = async (ledger: Ledger, request: typeof inAccount) =>
        (await ledger.createIdempotent(input, request)).replayed;
      const [first, second] = [fixture.anotherLedger(), fixture.anotherLedger()];
      const together = await Promise.all([isReplayed(first, moving), isReplayed(second, moving)]);
      expect(together.toSorted()).toEqual([false, true]);
      for (const request of [moving, withoutAccount, inAccount])
        expect(await isReplayed(first, request)).toBe(true);
      for (const stored of [withoutAccount, inAccount]) {
        const key = `only in ${stored.accountId}`;
        expect(await isReplayed(first, { ...stored, key })).toBe(false);
        expect(await isReplayed(second, { ...moving, key })).toBe(true);
      }
      expect(await fixture.balance(accountId)).toMatchObject({ held: 300 });
    });

    it('are scoped to the account', async () => {
      const accounts = [
        await fixture.openAccount(500),
        await fixture.openAccount(500),
        await fixture.openAccount(500),
      ];
      // The first command is written alone; the others form one batch with two new keys.
      const send = () =>
        Promise.all(
          accounts.map((accountId) => fixture.createIdempotent(accountId, 'same', { amount: 100 })),
        );
      const first = await send();
      expect(first.map(({ replayed }) => replayed)).toEqual([false, false, false]);
      expect((await send()).map(({ replayed }) => replayed)).toEqual([true, true, true]);
      for (const accountId of accounts) expect(await fixture.balance(accountId)).toMatchObject({ held: 100 });
    });

    it('do not store refusals', async () => {
      const accountId = await fixture.openAccount();
      const send = () => fixture.createIdempotent(accountId, 'refused', { amount: 100 });
      await expect(send()).rejects.toMatchObject({ code: 'insufficient_funds' });
      await fixture.createSettled(accountId, { type: 'credit', amount: 100 });
      await expect(send()).resolves.toMatchObject({ replayed: false });
    });

    it('have one effect for concurrent requests to several instances, even for different accounts', async () => {
      const accounts = [await fixture.openAccount(1_000), await fixture.openAccount(1_000)] as const;
      const instances = [1, 2, 3, 4].map(() => fixture.anotherLedger());
      const outcomes = await Promise.allSettled(
        Array.from({ length: 80 }, (_, index) => {
          // While keys move to their accounts, those of admins have none. So these requests share no balance lock.
          const accountId = accounts[index % 2]!;
          const command = idempotentCreateCommand(accountId, `shared ${index % 5}`, {
            amount: 10,
            fingerprint: accountId,
          });
          const idempotentRequest = {
            ...command.idempotentRequest!,
            accountId: undefined,
            copyAccountId: accountId,
          };
          return instances[index % 4]!.createIdempotent(command.input, idempotentRequest);
        }),
      );
      const done = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
      expect(done.filter(({ replayed }) => !replayed)).toHaveLength(5);
      expect(done).toHaveLength(40);
      const refused = outcomes
        .filter((outcome) => outcome.status === 'rejected')
        .map(({ reason }) => reason as unknown);
      expect(refused).toEqual(Array(40).fill(expect.objectContaining({ code: 'idempotency_mismatch' })));
      const balances = await Promise.all(accounts.map((accountId) => fixture.balance(accountId)));
      expect(balances.reduce((sum, balance) => sum + (balance?.held ?? 0), 0)).toBe(50);
    });
  });
}
