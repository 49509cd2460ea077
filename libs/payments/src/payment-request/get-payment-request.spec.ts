import { beforeEach, describe, expect, it } from '@jest/globals';
import { anAccountId, aPaymentRequest, SequentialIds, SteppedClock } from '../testing/builders.js';
import { MemoryPaymentRequestReader, MemoryPaymentsUnitOfWork } from '../memory/memory-stores.js';
import { CancelPaymentRequest } from './cancel-payment-request.js';
import { GetPaymentRequest } from './get-payment-request.js';

const notFound = { code: 'not_found', message: expect.stringContaining('payment request') };

describe('finding a payment request', () => {
  const request = aPaymentRequest();
  let unitOfWork: MemoryPaymentsUnitOfWork;
  let reader: MemoryPaymentRequestReader;

  beforeEach(() => {
    unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds());
    unitOfWork.state.requests.set(request.id, request);
    reader = new MemoryPaymentRequestReader(unitOfWork);
  });

  it('shows it to its account and to those who see all', async () => {
    const get = new GetPaymentRequest(reader);
    expect(await get.execute(request.id, request.accountId)).toEqual(request);
    expect(await get.execute(request.id, undefined)).toEqual(request);
  });

  it('hides it from other accounts, like one that is not there', async () => {
    const get = new GetPaymentRequest(reader);
    const cancel = new CancelPaymentRequest(reader, unitOfWork, new SteppedClock());
    for (const one of [get, cancel]) {
      await expect(one.execute(request.id, anAccountId())).rejects.toMatchObject(notFound);
      await expect(one.execute(aPaymentRequest().id, undefined)).rejects.toMatchObject(notFound);
      await expect(one.execute(undefined, undefined)).rejects.toMatchObject(notFound);
    }
    expect(unitOfWork.state.requests.get(request.id)).toEqual(request);
  });

  it('cancels nothing that is gone by the time it would be canceled', async () => {
    const find = reader.find.bind(reader);
    reader.find = async (...wanted) => {
      const found = await find(...wanted);
      unitOfWork.state.requests.delete(request.id);
      return found;
    };
    const canceling = new CancelPaymentRequest(reader, unitOfWork, new SteppedClock());
    await expect(canceling.execute(request.id, undefined)).rejects.toMatchObject(notFound);
    expect(unitOfWork.state.events).toEqual([]);
  });
});
