import { beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS, MINUTE_MS } from '@florin/kernel';
import { FAULT_POINTS, type FaultPoint, FaultPoints, NoFaultPoints } from '../processor/fault-points.js';
import {
  aCard,
  aNewRequest,
  aPayee,
  CountedIds,
  PlainPageSecrets,
  SteppedClock,
} from '../testing/builders.js';
import { MemoryProcessor } from '../testing/memory-processor.js';
import {
  MemoryPayeeDirectory,
  MemoryPaymentRequestReader,
  MemoryPaymentsUnitOfWork,
} from '../testing/memory-stores.js';
import { CancelPaymentRequest } from './cancel-payment-request.js';
import { cancelPendingRequests } from './cancel-pending-requests.js';
import { ConcludeAttempt } from './conclude-attempt.js';
import { CreatePaymentRequest } from './create-payment-request.js';
import { ExpireDue } from './expire-due.js';
import { OpenPaymentPage } from './payment-page.js';
import { PayPaymentRequest } from './pay-payment-request.js';
import type { PaymentRequest } from './payment-request.js';
import { ResolveStuckAttempts } from './resolve-stuck-attempts.js';

const STUCK_AFTER_MS = MINUTE_MS;

/** Ends the process, as far as a test inside one can: everything after the point does not happen. */
class DiesAt extends FaultPoints {
  constructor(private readonly point: FaultPoint) {
    super();
  }

  reach(point: FaultPoint): Promise<void> {
    return point === this.point ? Promise.reject(new Error(`died ${point}`)) : Promise.resolve();
  }
}

let clock: SteppedClock;
let unitOfWork: MemoryPaymentsUnitOfWork;
let processor: MemoryProcessor;
let reader: MemoryPaymentRequestReader;
const secrets = new PlainPageSecrets();
const ids = new CountedIds();
const payee = aPayee();

function payWith(faults: FaultPoints = new NoFaultPoints()) {
  const conclusion = new ConcludeAttempt(unitOfWork, processor, faults, clock);
  return new PayPaymentRequest(unitOfWork, reader, secrets, processor, conclusion, faults, clock);
}

const resolveStuck = () => {
  const conclusion = new ConcludeAttempt(unitOfWork, processor, new NoFaultPoints(), clock);
  return new ResolveStuckAttempts(reader, processor, conclusion, clock, STUCK_AFTER_MS).execute();
};

const closeAccount = () =>
  unitOfWork.run(async (stores) => {
    await cancelPendingRequests(stores, payee.accountId, clock.now());
    return setPayee('closed');
  });

function setPayee(status: 'active' | 'inactive' | 'closed') {
  unitOfWork.state.payees.set(payee.accountId, { ...payee, status });
}

async function aRequest(): Promise<{ id: PaymentRequest['id']; secret: string }> {
  const creation = new CreatePaymentRequest(unitOfWork, secrets, ids, clock);
  const created = await creation.execute(aNewRequest({ accountId: payee.accountId }));
  if (created.replayed) throw new Error('It is new.');
  return { id: created.thing.id, secret: secrets.secretOf(created.thing.id) };
}

const requestOf = (id: PaymentRequest['id']) => unitOfWork.state.requests.get(id)!;
const page = (secret: string) =>
  new OpenPaymentPage(reader, new MemoryPayeeDirectory(unitOfWork), secrets, clock).execute(secret);
const credited = () => [...unitOfWork.state.credits.values()].reduce((sum, { amount }) => sum + amount, 0);

beforeEach(() => {
  clock = new SteppedClock();
  unitOfWork = new MemoryPaymentsUnitOfWork();
  unitOfWork.state.payees.set(payee.accountId, payee);
  processor = new MemoryProcessor();
  reader = new MemoryPaymentRequestReader(unitOfWork);
});

describe('paying a request', () => {
  it('charges once and credits the account once, under the name of the request', async () => {
    const { id, secret } = await aRequest();
    expect((await page(secret))?.state).toBe('payable');
    expect(await payWith().execute(secret, aCard())).toMatchObject({ attempt: { status: 'approved' } });
    expect(requestOf(id).status).toBe('succeeded');
    expect([...unitOfWork.state.credits.values()]).toEqual([
      { accountId: payee.accountId, amount: 7500, reference: id },
    ]);
    expect(processor.taken()).toBe(7500);
    expect(await payWith().execute(secret, aCard())).toEqual({ obstacle: 'paid' });
    expect(processor.taken()).toBe(7500);
  });

  it('calls the processor with no unit of work open', async () => {
    const { secret } = await aRequest();
    const open: boolean[] = [];
    processor.before = () => void open.push(unitOfWork.open);
    processor.reversing = () => void open.push(unitOfWork.open);
    processor.after = closeAccount;
    await payWith().execute(secret, aCard());
    expect(open).toEqual([false, false]);
  });

  it('pays once from two tabs: the second finds the attempt of the first', async () => {
    const { secret } = await aRequest();
    const both = await Promise.all([payWith().execute(secret, aCard()), payWith().execute(secret, aCard())]);
    expect(both.map((paid) => paid.obstacle).sort()).toEqual(['processing', undefined]);
    expect(processor.charges.size).toBe(1);
    expect(credited()).toBe(7500);
  });

  it('keeps nothing of the card but brand and last four digits', async () => {
    const { secret } = await aRequest();
    await payWith().execute(secret, { ...aCard('5555555555554444'), code: '987' });
    const kept = JSON.stringify([...unitOfWork.state.attempts.values(), ...unitOfWork.state.events]);
    expect(kept).toContain('4444');
    expect(kept).not.toMatch(/5555|987/);
  });

  it('lets the customer try again after a decline, and fails at the fifth', async () => {
    const { id, secret } = await aRequest();
    processor.answer = { kind: 'declined', reason: 'card_declined' };
    for (let declines = 1; declines < 5; declines++) {
      await payWith().execute(secret, aCard());
      expect((await page(secret))?.state).toBe('declined');
    }
    await payWith().execute(secret, aCard());
    expect((await page(secret))?.state).toBe('failed');
    expect(requestOf(id)).toMatchObject({ status: 'failed', declines: 5 });
    processor.answer = { kind: 'approved' };
    expect(await payWith().execute(secret, aCard())).toEqual({ obstacle: 'failed' });
    expect(processor.taken()).toBe(0);
  });

  it('asks the processor what happened when the call broke, and believes it', async () => {
    const { id, secret } = await aRequest();
    processor.after = () => Promise.reject(new Error('connection lost'));
    await payWith().execute(secret, aCard());
    expect(requestOf(id).status).toBe('succeeded');

    const second = await aRequest();
    processor.before = () => Promise.reject(new Error('connection refused'));
    await payWith().execute(second.secret, aCard());
    expect(requestOf(second.id)).toMatchObject({ status: 'pending', charging: false });
    expect((await page(second.secret))?.state).toBe('not_charged');
  });

  it('refuses when its time is over, whether or not it was expired by then', async () => {
    const { id, secret } = await aRequest();
    clock.advance(DAY_MS);
    for (const expired of [1, 0]) {
      expect((await page(secret))?.state).toBe('expired');
      expect(await payWith().execute(secret, aCard())).toEqual({ obstacle: 'expired' });
      expect(await new ExpireDue(reader, unitOfWork, clock).execute()).toBe(expired);
    }
    expect(requestOf(id)).toMatchObject({ status: 'canceled', cancelReason: 'expired' });
    expect(processor.charges.size).toBe(0);
  });

  it('refuses for an account that is not active, canceled requests and addresses that never were', async () => {
    const { id, secret } = await aRequest();
    setPayee('inactive');
    expect(await payWith().execute(secret, aCard())).toEqual({ obstacle: 'unavailable' });
    setPayee('active');
    await new CancelPaymentRequest(reader, unitOfWork, clock).execute(id, undefined);
    expect(await payWith().execute(secret, aCard())).toEqual({ obstacle: 'canceled' });
    expect(await payWith().execute('nothing', aCard())).toEqual({ obstacle: 'unknown' });
    expect(processor.charges.size).toBe(0);
  });

  it('credits what was taken although the account was suspended meanwhile', async () => {
    const { id, secret } = await aRequest();
    processor.after = () => {
      setPayee('inactive');
    };
    await payWith().execute(secret, aCard());
    expect(requestOf(id).status).toBe('succeeded');
    expect(credited()).toBe(7500);
  });

  it('gives back what was taken when the account was closed meanwhile', async () => {
    const { id, secret } = await aRequest();
    processor.after = closeAccount;
    expect(await payWith().execute(secret, aCard())).toMatchObject({ attempt: { status: 'reversed' } });
    expect(requestOf(id)).toMatchObject({
      status: 'canceled',
      cancelReason: 'account_closed',
      charging: false,
    });
    expect([processor.taken(), credited()]).toEqual([0, 0]);
  });

  it('is in nobody’s way while it is charging: neither cancel nor expiry ends the request', async () => {
    const { id, secret } = await aRequest();
    processor.after = async () => {
      const cancellation = new CancelPaymentRequest(reader, unitOfWork, clock).execute(id, payee.accountId);
      await expect(cancellation).rejects.toMatchObject({ code: 'not_cancellable' });
      clock.advance(2 * DAY_MS);
      expect(await new ExpireDue(reader, unitOfWork, clock).execute()).toBe(0);
    };
    await payWith().execute(secret, aCard());
    expect(requestOf(id).status).toBe('succeeded');
  });
});

describe('a payment whose process died', () => {
  for (const point of FAULT_POINTS) {
    it(`${point} has one outcome after it was resolved, and took the money once or not at all`, async () => {
      const { id, secret } = await aRequest();
      if (point.includes('revers')) processor.after = closeAccount;
      await expect(payWith(new DiesAt(point)).execute(secret, aCard())).rejects.toThrow(point);
      processor.after = () => undefined;

      expect(await resolveStuck()).toBe(0);
      clock.advance(STUCK_AFTER_MS);
      await resolveStuck();
      expect(requestOf(id).charging).toBe(false);
      expect(processor.taken()).toBe(credited());
      expect(requestOf(id).status === 'succeeded' ? 7500 : 0).toBe(credited());
      expect(await resolveStuck()).toBe(0);
    });
  }

  it('can be paid again when the processor never saw the first charge, which then comes too late', async () => {
    const { id, secret } = await aRequest();
    await expect(payWith(new DiesAt('after intent commit')).execute(secret, aCard())).rejects.toThrow();
    expect((await page(secret))?.state).toBe('processing');
    clock.advance(STUCK_AFTER_MS);
    expect(await resolveStuck()).toBe(1);
    await payWith().execute(secret, aCard());
    expect(requestOf(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(processor.taken()).toBe(7500);
  });

  it('does not keep others waiting when it cannot be resolved', async () => {
    const [broken, fine] = [await aRequest(), await aRequest()];
    for (const { secret } of [broken, fine]) {
      await expect(payWith(new DiesAt('after charge')).execute(secret, aCard())).rejects.toThrow();
    }
    const resolve = processor.resolve.bind(processor);
    processor.resolve = (key) =>
      key.startsWith(broken.id) ? Promise.reject(new Error('processor is away')) : resolve(key);
    clock.advance(STUCK_AFTER_MS);
    await expect(resolveStuck()).rejects.toThrow('1 could not be done');
    expect(requestOf(fine.id).status).toBe('succeeded');
    expect(requestOf(broken.id).charging).toBe(true);
  });
});
