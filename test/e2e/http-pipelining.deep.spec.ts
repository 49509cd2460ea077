import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FEATURE_MODULES } from '../../apps/api/src/app.module.js';
import { Bank, type Customer } from '../support/bank.js';
import { heldRequests } from '../support/echo.module.js';
import { HeldRouteModule } from '../support/held-route.module.js';
import { RawConnection } from '../support/raw-connection.js';
import type { TestResponse } from '../support/running-api.js';
import { until } from '../support/until.js';

const CAPACITY = 3;

describe('requests of two callers on one connection of an overloaded service', () => {
  let bank: Bank;
  let callers: [Customer, Customer];
  let heldResponses: Promise<TestResponse>[] = [];

  beforeAll(async () => {
    bank = await Bank.open({
      modules: [...FEATURE_MODULES, HeldRouteModule],
      limits: { inFlight: CAPACITY },
    });
    callers = [await bank.customer(1_000_000), await bank.customer(1_000_000)];
  });
  afterAll(() => bank.close());
  beforeEach(() => {
    heldRequests.close();
  });
  afterEach(release);

  async function fillCapacity(): Promise<void> {
    heldRequests.close();
    heldResponses = Array.from({ length: CAPACITY }, () => bank.api.request('POST', '/v1/echo/held'));
    await until(
      'the service is overloaded',
      async () => (await bank.api.request('GET', '/v1/echo')).status === 503,
    );
  }

  async function release(): Promise<void> {
    heldRequests.open();
    await Promise.all(heldResponses);
    heldResponses = [];
  }

  const get = (path: string, { token }: Customer, more = ''): string =>
    `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}authorization: Bearer ${token}\r\n\r\n`;
  const create = ({ id, token }: Customer, reference: string): string => {
    const body = JSON.stringify({ account_id: id, amount: 5, currency: 'USD', type: 'payment', reference });
    return (
      `POST /v1/transactions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    );
  };

  /** The references of an account's transactions. */
  async function referencesOf({ token }: Customer): Promise<string[]> {
    const response = await bank.send('GET', '/v1/transactions?limit=100&type=payment', token);
    return (response.body as { data: { reference: string }[] }).data.map(({ reference }) => reference).sort();
  }

  it('are not mixed up when a request head arrives in two packets after a 503', async () => {
    const [one, two] = callers;
    const pipe = new RawConnection(bank.api.url);
    await fillCapacity();
    const statuses: (number | undefined)[] = [];
    const readResponses = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) statuses.push((await pipe.nextResponse())?.status);
    };
    // Five requests. Parts of the second's body and of the fourth's head look like requests themselves.
    const fourth = get('/v1/account', one, 'x-note: GET /v1/account HTTP/1.1\r\nhost: x\r\n').replace(
      'host: x\r\nx-note',
      'x-note',
    );
    const cut = fourth.indexOf('GET', 1);
    const behind = get('/v1/account', one) + fourth.slice(0, cut);
    const innerHead = `POST /v1/transactions HTTP/1.1\r\nhost: x\r\ncontent-length: ${behind.length}\r\n\r\n`;
    const second = `POST /v1/transactions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${one.token}\r\ncontent-type: application/json\r\ncontent-length: ${innerHead.length + 1}\r\n\r\n{`;
    pipe.write(get('/v1/account', one) + second);
    await readResponses(2);
    await delay(100);
    pipe.write(innerHead + behind);
    await readResponses(1);
    await delay(100);
    pipe.write(fourth.slice(cut));
    await readResponses(1);
    await release();
    await until(
      'the service has capacity',
      async () => (await bank.api.request('GET', '/v1/echo')).status === 200,
    );
    pipe.write(create(two, 'the fifth'));
    const fifth = await pipe.nextResponse();
    pipe.end();
    expect(statuses).toEqual([503, 503, 503, 503]);
    expect(fifth).toMatchObject({ status: 201, text: expect.stringContaining('"the fifth"') });
    expect(await referencesOf(two)).toContain('the fifth');
  });

  /** Seeded pseudo-random numbers. */
  const randomNumbers = (seed: number): ((below: number) => number) => {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  };

  it.each([1, 2, 3, 4, 5, 6])(
    'are executed as sent or get 503, however they are split into packets: %d',
    async (seed) => {
      const random = randomNumbers(seed);
      const requests = Array.from({ length: 40 }, (_, index) => {
        const caller = callers[random(2)]!;
        const reference = `cut ${seed}.${index}`;
        const isCreate = random(2) === 0;
        return {
          caller,
          reference,
          isCreate,
          text: isCreate ? create(caller, reference) : get('/v1/account', caller),
        };
      });
      const before = await Promise.all(callers.map(referencesOf));
      const pipe = new RawConnection(bank.api.url);
      const responses = (async () => {
        const all = [];
        for (const request of requests) all.push({ request, response: await pipe.nextResponse() });
        return all;
      })();
      let rest = requests.map(({ text }) => text).join('');
      for (let sent = 0; rest !== ''; sent += 1) {
        if (sent % 4 === 0) await (heldResponses.length === 0 ? fillCapacity() : release());
        const length = 1 + random(700);
        pipe.write(rest.slice(0, length));
        rest = rest.slice(length);
        await delay(random(3) * 5);
      }
      await release();
      const received = await responses;
      pipe.end();

      for (const { request, response } of received) {
        if (response?.status === 503) continue;
        expect(response?.status).toBe(request.isCreate ? 201 : 200);
        expect(response?.text).toContain(request.caller.id);
        if (request.isCreate) expect(response?.text).toContain(`"${request.reference}"`);
      }
      expect(new Set(received.map(({ response }) => response?.status === 503)).size).toBe(2);
      const created = received.filter(
        ({ request, response }) => request.isCreate && response?.status === 201,
      );
      for (const [index, caller] of callers.entries()) {
        const own = created
          .filter(({ request }) => request.caller === caller)
          .map(({ request }) => request.reference);
        expect(await referencesOf(caller)).toEqual([...before[index]!, ...own].sort());
      }
    },
  );
});
