import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  aNewRequest,
  aPayee,
  EUR,
  PlainPageSecrets,
  SequentialIds,
  SteppedClock,
} from '../testing/builders.js';
import { MemoryPaymentsUnitOfWork } from '../memory/memory-stores.js';
import { CreatePaymentRequest } from './create-payment-request.js';
import type { Payee } from './payee.js';
import { obstacleTo } from './payment-page.js';

describe('a payment request for an account that accepts no payments', () => {
  const clock = new SteppedClock();
  let unitOfWork: MemoryPaymentsUnitOfWork;

  beforeEach(() => {
    unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds());
  });

  const createFor = (payee: Payee, exists = true): Promise<unknown> => {
    if (exists) unitOfWork.state.payees.set(payee.accountId, payee);
    const creation = new CreatePaymentRequest(unitOfWork, new PlainPageSecrets(), clock);
    return creation.execute(aNewRequest({ accountId: payee.accountId }));
  };

  it.each([
    ['does not exist', aPayee(), false, 'account_not_found', /no such account/],
    ['is closed', aPayee({ status: 'closed' }), true, 'account_not_found', /no such account/],
    ['is not active', aPayee({ status: 'inactive' }), true, 'invalid_request', /not active/],
    ['has another currency', aPayee({ currency: EUR }), true, 'invalid_request', /must be EUR/],
  ] as const)('because it %s, is refused and writes nothing', async (_, payee, exists, code, text) => {
    const refused = { code, message: expect.stringMatching(text) };
    await expect(createFor(payee, exists)).rejects.toMatchObject(refused);
    const { requests, pages, events } = unitOfWork.state;
    expect([requests.size, pages.size, events.length]).toEqual([0, 0, 0]);
  });

  it('cannot be paid if it was created before', async () => {
    const payee = aPayee();
    await createFor(payee);
    const [request] = [...unitOfWork.state.requests.values()];
    const obstacle = (changes: Partial<Payee>) => obstacleTo(request!, { ...payee, ...changes }, clock.now());
    expect(request!.id).toMatch(/^pay_/);
    expect(obstacle({})).toBeUndefined();
    expect(obstacle({ status: 'inactive' })).toBe('unavailable');
    expect(obstacle({ currency: EUR })).toBe('unavailable');
  });
});
