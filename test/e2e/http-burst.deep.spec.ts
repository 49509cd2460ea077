import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_LIMITS } from '../../apps/api/src/common/limits.js';
import { expectBooksToBalance } from '../support/books.js';
import { type RunningApi, send, startApi } from '../support/running-api.js';

const CALLERS = 800;
const OWNER = { email: 'ada@example.com', password: 'correct horse battery' };

/** Opens a connection and returns a function that sends one request on it, so that all can be sent at once. */
async function openConnection(url: string, request: string): Promise<() => Promise<string>> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return async () => {
    socket.write(request);
    let received = '';
    for await (const chunk of socket) received += (chunk as Buffer).toString('latin1');
    return received.includes('too busy') ? 'shed' : received.slice(9, 12);
  };
}

describe('a service with the default limit of requests in flight', () => {
  let api: RunningApi;
  let url: string;

  beforeAll(async () => {
    api = await startApi({ limits: { inFlight: DEFAULT_LIMITS.inFlight } });
    url = api.url;
  });
  afterAll(() => api.stop());

  it.each(['open', 'new'])('sheds none of 800 simultaneous requests on %s connections', async (kind) => {
    const email = `${kind}-${OWNER.email}`;
    const account = await send(`${url}/v1/accounts`, 'POST', {
      body: { ...OWNER, email, name: 'Ada', type: 'business' },
    });
    const login = await send(`${url}/v1/auth/login`, 'POST', { body: { ...OWNER, email } });
    const head = `host: x\r\nconnection: close\r\nauthorization: Bearer ${String(login.body['access_token'])}\r\n`;
    const body = JSON.stringify({
      account_id: account.body['id'],
      amount: 5,
      currency: 'USD',
      type: 'credit',
    });
    const requests = Array.from({ length: CALLERS }, (_, index) => {
      if (index % 4 === 0) return `GET /v1/account HTTP/1.1\r\n${head}\r\n`;
      if (index % 4 === 1) return `GET /v1/transactions?limit=10 HTTP/1.1\r\n${head}\r\n`;
      return `POST /v1/transactions HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    });
    const statuses =
      kind === 'open'
        ? await Promise.all(
            (await Promise.all(requests.map((request) => openConnection(url, request)))).map((sendRequest) =>
              sendRequest(),
            ),
          )
        : await Promise.all(requests.map(async (request) => (await openConnection(url, request))()));
    // On a slow machine a request may also time out waiting for the database, which is not tested here.
    expect(statuses.filter((status) => !['200', '201', '503'].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status !== '503').length).toBeGreaterThan(CALLERS / 10);
    await expectBooksToBalance(api.databaseUrl);
  });
});
