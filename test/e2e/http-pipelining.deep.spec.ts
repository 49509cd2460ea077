import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SLICES } from '../../apps/api/src/app.module.js';
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
  let crowd: Promise<TestResponse>[] = [];

  beforeAll(async () => {
    bank = await Bank.open({ slices: [...SLICES, HeldRouteModule], limits: { inFlight: CAPACITY } });
    callers = [await bank.customer(1_000_000), await bank.customer(1_000_000)];
  });
  afterAll(() => bank.close());
  beforeEach(() => {
    heldRequests.close();
  });
  afterEach(leave);

  async function fill(): Promise<void> {
    heldRequests.close();
    crowd = Array.from({ length: CAPACITY }, () => bank.api.request('POST', '/v1/echo/held'));
    await until('it is overloaded', async () => (await bank.api.request('GET', '/v1/echo')).status === 503);
  }

  async function leave(): Promise<void> {
    heldRequests.open();
    await Promise.all(crowd);
    crowd = [];
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
    const answer = await bank.send('GET', '/v1/transactions?limit=100&type=payment', token);
    return (answer.body as { data: { reference: string }[] }).data.map(({ reference }) => reference).sort();
  }

  it('are not joined when a head comes in two packets behind a refusal', async () => {
    const [one, two] = callers;
    const pipe = new RawConnection(bank.api.url);
    await fill();
    const statuses: (number | undefined)[] = [];
    const answered = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) statuses.push((await pipe.nextResponse())?.status);
    };
    // Five requests. The body of the second and the head of the fourth come in pieces that look like requests themselves.
    const fourth = get('/v1/account', one, 'x-note: GET /v1/account HTTP/1.1\r\nhost: x\r\n').replace(
      'host: x\r\nx-note',
      'x-note',
    );
    const cut = fourth.indexOf('GET', 1);
    const behind = get('/v1/account', one) + fourth.slice(0, cut);
    const innerHead = `POST /v1/transactions HTTP/1.1\r\nhost: x\r\ncontent-length: ${behind.length}\r\n\r\n`;
    const second = `POST /v1/transactions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${one.token}\r\ncontent-type: application/json\r\ncontent-length: ${innerHead.length + 1}\r\n\r\n{`;
    pipe.write(get('/v1/account', one) + second);
    await answered(2);
    await delay(100);
    pipe.write(innerHead + behind);
    await answered(1);
    await delay(100);
    pipe.write(fourth.slice(cut));
    await answered(1);
    await leave();
    await until('there is room', async () => (await bank.api.request('GET', '/v1/echo')).status === 200);
    pipe.write(create(two, 'the fifth'));
    const fifth = await pipe.nextResponse();
    pipe.end();
    expect(statuses).toEqual([503, 503, 503, 503]);
    expect(fifth).toMatchObject({ status: 201, text: expect.stringContaining('"the fifth"') });
    expect(await referencesOf(two)).toContain('the fifth');
  });

  /** Numbers that look random and are the same in every run. */
  const numbersFrom = (seed: number): ((below: number) => number) => {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  };

  it.each([1, 2, 3, 4, 5, 6])(
    'are executed as sent or answered 503, however they are cut: %d',
    async (seed) => {
      const draw = numbersFrom(seed);
      const requests = Array.from({ length: 40 }, (_, index) => {
        const caller = callers[draw(2)]!;
        const reference = `cut ${seed}.${index}`;
        const isCreate = draw(2) === 0;
        return {
          caller,
          reference,
          isCreate,
          text: isCreate ? create(caller, reference) : get('/v1/account', caller),
        };
      });
      const before = await Promise.all(callers.map(referencesOf));
      const pipe = new RawConnection(bank.api.url);
      const answers = (async () => {
        const all = [];
        for (const request of requests) all.push({ request, answer: await pipe.nextResponse() });
        return all;
      })();
      let rest = requests.map(({ text }) => text).join('');
      for (let sent = 0; rest !== ''; sent += 1) {
        if (sent % 4 === 0) await (crowd.length === 0 ? fill() : leave());
        const length = 1 + draw(700);
        pipe.write(rest.slice(0, length));
        rest = rest.slice(length);
        await delay(draw(3) * 5);
      }
      await leave();
      const seen = await answers;
      pipe.end();

      for (const { request, answer } of seen) {
        if (answer?.status === 503) continue;
        expect(answer?.status).toBe(request.isCreate ? 201 : 200);
        expect(answer?.text).toContain(request.caller.id);
        if (request.isCreate) expect(answer?.text).toContain(`"${request.reference}"`);
      }
      expect(new Set(seen.map(({ answer }) => answer?.status === 503)).size).toBe(2);
      const made = seen.filter(({ request, answer }) => request.isCreate && answer?.status === 201);
      for (const [index, caller] of callers.entries()) {
        const own = made
          .filter(({ request }) => request.caller === caller)
          .map(({ request }) => request.reference);
        expect(await referencesOf(caller)).toEqual([...before[index]!, ...own].sort());
      }
    },
  );
});
