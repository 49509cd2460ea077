import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/account-holders.js';
import {
  asHolder,
  cardOf,
  DECLINED,
  NO_FUNDS,
  PROCESSOR_ERROR,
  requestPayment,
  submitCard,
} from '../support/payments.js';
import { type RunningApi, startApi } from '../support/running-api.js';

let api: RunningApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('a payment', () => {
  it('shows how it was paid, and every card that was tried', async () => {
    const merchant = await openAccount(api);
    const paid = await requestPayment(api, merchant);
    const open = await requestPayment(api, merchant);
    await submitCard(paid.page, cardOf(NO_FUNDS));
    await submitCard(paid.page, cardOf(PROCESSOR_ERROR));
    await submitCard(paid.page, cardOf('5105 1051 0510 5100'));
    await submitCard(open.page, cardOf(DECLINED));
    const get = async (id: string) => (await asHolder(api, merchant, 'GET', `/v1/payments/${id}`)).body;
    const { attempts, ...shown } = await get(paid.id);
    const cards = attempts as Record<'started_at' | 'ended_at', string>[];
    expect(shown).toMatchObject({
      status: 'succeeded',
      paid_at: cards[2]!.ended_at,
      payment_method: { type: 'card', brand: 'mastercard', last4: '5100' },
      last_decline_reason: 'insufficient_funds',
    });
    const attempt = (number: number, status: string, card: object, decline_reason: string | null = null) => ({
      number,
      status,
      ...card,
      decline_reason,
      started_at: expect.stringMatching(/Z$/),
      ended_at: expect.stringMatching(/Z$/),
    });
    expect(attempts).toEqual([
      attempt(1, 'declined', { brand: 'visa', last4: '9995' }, 'insufficient_funds'),
      attempt(2, 'failed', { brand: 'visa', last4: '0119' }),
      attempt(3, 'approved', { brand: 'mastercard', last4: '5100' }),
    ]);
    for (const { started_at, ended_at } of cards) expect(started_at <= ended_at).toBe(true);

    const unpaid = {
      status: 'pending',
      paid_at: null,
      payment_method: null,
      last_decline_reason: 'card_declined',
    };
    expect(await get(open.id)).toMatchObject({ ...unpaid, attempts: [{ number: 1, status: 'declined' }] });
    const { data } = (await asHolder(api, merchant, 'GET', '/v1/payments')).body as { data: object[] };
    expect(data).toEqual([expect.objectContaining(unpaid), shown]);
    expect(data.some((payment) => 'attempts' in payment)).toBe(false);
  });
});
