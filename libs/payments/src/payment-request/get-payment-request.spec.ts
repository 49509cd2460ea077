import { beforeEach, describe, expect, it } from '@jest/globals';
import { anAccountId, aPaymentRequest, SequentialIds, SteppedClock } from '../testing/builders.js';
import { MemoryPaymentRequestReader, MemoryPaymentsUnitOfWork } from '../memory/memory-stores.js';
import { CancelPaymentRequest } from './cancel-payment-request.js';
import { GetPaymentRequest } from './get-payment-request.js';

const notFound = { code: 'not_found', message: expect.stringContaining('payment request') };

describe('getting a payment request', () => {
  const request = aPaymentRequest();
  let unitOfWork: MemoryPaymentsUnitOfWork;
  let reader: MemoryPaymentRequestReader;

  beforeEach(() => {
    unitOfWork = new MemoryPaymentsUnitOfWork(undefined, new SequentialIds());
    unitOfWork.state.requests.set(request.id, request);
    reader = new MemoryPaymentRequestReader(unitOfWork);
  });

  it('returns it to its account and to callers that see all accounts', async () => {
    const get = new GetPaymentRequest(reader);
    expect(await get.execute(request.id, request.accountId)).toEqual(request);
    expect(await get.execute(request.id, undefined)).toEqual(request);
  });

  it('is not_found for other accounts, like an unknown request', async () => {
    const get = new GetPaymentRequest(reader);
    const cancel = new CancelPaymentRequest(reader, unitOfWork, new SteppedClock());
    for (const useCase of [get, cancel]) {
      await expect(useCase.execute(request.id, anAccountId())).rejects.toMatchObject(notFound);
      await expect(useCase.execute(aPaymentRequest().id, undefined)).rejects.toMatchObject(notFound);
      await expect(useCase.execute(undefined, undefined)).rejects.toMatchObject(notFound);
    }
    expect(unitOfWork.state.requests.get(request.id)).toEqual(request);
  });

  it('does not cancel a request that is deleted before it is locked', async () => {
    const find = reader.find.bind(reader);
    reader.find = async (...args) => {
      const found = await find(...args);
      unitOfWork.state.requests.delete(request.id);
      return found;
    };
    const canceling = new CancelPaymentRequest(reader, unitOfWork, new SteppedClock());
    await expect(canceling.execute(request.id, undefined)).rejects.toMatchObject(notFound);
    expect(unitOfWork.state.events).toEqual([]);
  });
});
