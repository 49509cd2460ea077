import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiProcesses } from '../support/api-processes.js';
import { expectBooksToBalance } from '../support/books.js';
import { send } from '../support/running-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const CALLERS = 800;
const OWNER = { email: 'ada@example.com', password: 'correct horse battery' };

/** One request on a connection of its own, opened before, so that all of them are sent at once. */
async function opened(url: string, request: string): Promise<() => Promise<string>> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return async () => {
    socket.write(request);
    let said = '';
    for await (const chunk of socket) said += (chunk as Buffer).toString('latin1');
    return said.slice(9, 12);
  };
}

describe('an idle service with the limits of production', () => {
  let database: TestDatabase;
  let florin: ApiProcesses;
  let url: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    florin = ApiProcesses.begin({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
    url = await florin.url();
  });
  afterAll(async () => {
    await florin.end('SIGTERM');
    await database.drop();
  });

  it.each(['kept', 'new'])('serves 800 simultaneous requests on %s connections', async (kind) => {
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
      kind === 'kept'
        ? await Promise.all((await Promise.all(requests.map((one) => opened(url, one)))).map((ask) => ask()))
        : await Promise.all(requests.map(async (one) => (await opened(url, one))()));
    const counts = Object.groupBy(statuses, (status) => status);
    expect(Object.fromEntries(Object.entries(counts).map(([status, all]) => [status, all?.length]))).toEqual({
      '200': CALLERS / 2,
      '201': CALLERS / 2,
    });
    await expectBooksToBalance(database.url);
  });
});
