import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountId, Email, PaymentRequestId } from '@florin/kernel';
import type { NewPaymentRequest, PaymentRequest } from '../payment-request/payment-request.js';
import type { PaymentRequestReader } from '../payment-request/payment-request.reader.js';
import { anAccountId, type SteppedClock } from './builders.js';

export interface PaymentRequestLists {
  readonly accountId: AccountId;
  readonly clock: SteppedClock;
  readonly reader: PaymentRequestReader;
  readonly create: (change?: Partial<NewPaymentRequest>) => Promise<PaymentRequest>;
  readonly cancel: (id: PaymentRequestId) => Promise<PaymentRequest>;
}

/** Contract of reading and listing payment requests, part of the contract of payments. */
export function paymentRequestListsContract(name: string, open: () => PaymentRequestLists): void {
  describe(`payment requests on ${name}`, () => {
    let lists: PaymentRequestLists;
    let accountId: AccountId;
    const reader = () => lists.reader;
    const create = (change?: Partial<NewPaymentRequest>) => lists.create(change);

    beforeEach(() => {
      lists = open();
      ({ accountId } = lists);
    });

    it('are read as they were created, and listed newest first', async () => {
      const metadata = { b: 1, a: { constructor: 'x' }, '1': [true, null] };
      const created = await create({ metadata, reference: undefined });
      expect(await reader().find(created.id, accountId)).toEqual(created);
      expect(JSON.stringify((await reader().find(created.id, accountId))!.metadata)).toBe(
        JSON.stringify(metadata),
      );
      const newer = await create();
      const listed = async (filter: object, page: object) =>
        (await reader().list({ accountId, ...filter }, { limit: 10, ...page })).items.map(({ id }) => id);
      expect(await listed({}, {})).toEqual([newer.id, created.id]);
      expect(await listed({}, { after: newer.id })).toEqual([created.id]);
      expect(await listed({}, { before: created.id })).toEqual([newer.id]);
      await lists.cancel(newer.id);
      expect(await listed({ status: 'pending' }, {})).toEqual([created.id]);
    });

    it('are listed by reference, with cursor, account and status', async () => {
      const createWith = async (value: string | undefined) => (await create({ reference: value })).id;
      const reference = `order ${accountId}`;
      const [first, second] = [await createWith(reference), await createWith(reference)];
      for (const other of [`${reference} `, reference.toUpperCase(), undefined]) await createWith(other);
      await lists.cancel(first);
      const listed = async (filter: object, page: object = {}) =>
        (await reader().list({ reference, ...filter }, { limit: 10, ...page })).items.map(({ id }) => id);
      for (const scope of [{}, { accountId }]) {
        expect(await listed(scope)).toEqual([second, first]);
        expect(await listed(scope, { after: second })).toEqual([first]);
        expect(await listed(scope, { before: first })).toEqual([second]);
        expect(await listed({ ...scope, status: 'canceled' })).toEqual([first]);
        expect(await listed({ ...scope, reference: 'order' })).toEqual([]);
      }
      expect(await listed({ accountId: anAccountId() })).toEqual([]);
    });

    it('are listed by customer and creation time, both bounds exclusive', async () => {
      const customerEmail = `${accountId}@example.com` as Email;
      const created: PaymentRequest[] = [];
      for (let count = 0; count < 4; count++) {
        created.unshift(await create({ customerEmail }));
        lists.clock.advance(1);
      }
      await create({});
      const [fourth, third, second, first] = created as [
        PaymentRequest,
        PaymentRequest,
        PaymentRequest,
        PaymentRequest,
      ];
      const listed = async (filter: object, page: object = {}) =>
        (await reader().list({ customerEmail, ...filter }, { limit: 10, ...page })).items;
      for (const scope of [{}, { accountId }]) {
        expect(await listed(scope)).toEqual(created);
        expect(await listed(scope, { after: third.id })).toEqual([second, first]);
        expect(await listed({ ...scope, createdAfter: second.createdAt })).toEqual([fourth, third]);
        expect(await listed({ ...scope, createdBefore: second.createdAt })).toEqual([first]);
        const between = { createdAfter: first.createdAt, createdBefore: fourth.createdAt };
        expect(await listed({ ...scope, ...between })).toEqual([third, second]);
        expect(await listed({ ...scope, ...between, status: 'succeeded' })).toEqual([]);
      }
      expect(await listed({ accountId: anAccountId() })).toEqual([]);
      expect(await listed({ customerEmail: 'unknown@example.com' })).toEqual([]);
    });
  });
}
