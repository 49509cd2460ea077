import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FEATURE_MODULES } from '../../apps/api/src/app.module.js';
import { Bank, type Customer } from '../support/bank.js';
import { heldRequests } from '../support/echo.module.js';
import { HeldRouteModule } from '../support/held-route.module.js';
import { RawConnection } from '../support/raw-connection.js';

// After a request with an Upgrade header, Node's parser drops the rest of the packet and restarts. The body of a request
// whose head was dropped must not be executed as a request.
describe('bytes behind a request with an Upgrade header', () => {
  const UPGRADE =
    'Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
  let bank: Bank;
  let customer: Customer;
  let names = 0;

  beforeAll(async () => {
    bank = await Bank.open({ modules: [...FEATURE_MODULES, HeldRouteModule] });
    customer = await bank.customer();
  });
  afterAll(() => bank.close());

  const nameOf = async (): Promise<unknown> =>
    (await bank.send('GET', '/v1/account', customer.token)).body['name'];

  const hiddenRequest = (): string => {
    const body = JSON.stringify({ name: `Hidden ${++names}` });
    return (
      `PATCH /v1/account HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${customer.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    );
  };
  const headFor = (body: string): string =>
    `POST /v1/transactions HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`;

  it.each<[path: string, pauseMs: number | undefined]>([
    ['/v1/account', undefined],
    ['/v1/account', 5],
    ['/v1/account', 150],
    ['/health/ready', 5],
    ['/v1/%zz', 5],
    ['/v1/nothing', 5],
  ])('are not executed: %s, %s ms later', async (path, pauseMs) => {
    const before = await nameOf();
    const hidden = hiddenRequest();
    const upgrade = `GET ${path} HTTP/1.1\r\n${UPGRADE}Authorization: Bearer ${customer.token}\r\n\r\n`;
    const pipe = new RawConnection(bank.api.url);
    if (pauseMs === undefined) {
      pipe.write(upgrade + headFor(hidden) + hidden);
    } else {
      pipe.write(upgrade + headFor(hidden));
      await delay(pauseMs);
      pipe.write(hidden);
    }
    await delay(500);
    expect(await nameOf()).toBe(before);
    pipe.end();
  });

  it('are not executed while the first request is being handled', async () => {
    heldRequests.close();
    const before = await nameOf();
    const hidden = hiddenRequest();
    const pipe = new RawConnection(bank.api.url);
    pipe.write(`POST /v1/echo/held HTTP/1.1\r\n${UPGRADE}\r\n${headFor(hidden)}`);
    await delay(100);
    pipe.write(hidden);
    await pipe.closed();
    heldRequests.open();
    expect(await nameOf()).toBe(before);
  });

  it('do not affect the response to the request itself, which closes the connection', async () => {
    const pipe = new RawConnection(bank.api.url);
    pipe.write(`GET /v1/account HTTP/1.1\r\n${UPGRADE}Authorization: Bearer ${customer.token}\r\n\r\n`);
    const response = await pipe.nextResponse();
    expect(response).toMatchObject({ status: 200, text: expect.stringContaining(customer.id) });
    expect(response?.head.toLowerCase()).toContain('connection: close');
    await pipe.closed();
  });
});
