// The requests of each row, made before the clock starts.
import { idFromUuid } from '@florin/kernel';
import pg from 'pg';

/** Finding the middle of a long list takes a while, and a few of them are as good as all. */
const DEEP_CALLERS = 20;

/** So few that each was asked for while the service warmed up. */
const ASKED_FOR_AGAIN = 1_000;

const payment = (accountId) => ({
  account_id: accountId,
  amount: 1,
  currency: 'USD',
  type: 'payment',
  reference: 'bench',
});

export const createRequests = (callers, accountIdOf = ({ id }) => id) =>
  callers.map((caller) => ({
    method: 'POST',
    path: '/v1/transactions',
    token: caller.token,
    body: payment(accountIdOf(caller)),
  }));

const overTransactions = (stock, request) =>
  stock.map(({ id, token }) => ({ ...request(id), path: `/v1/transactions/${id}`, token }));

const list = ({ token }, cursor = '') => ({
  method: 'GET',
  path: `/v1/transactions?limit=20${cursor}`,
  token,
});

/** By the kind of a row: what to send, and what a right answer is. */
export const REQUESTS = {
  create: ({ callers }) => ({ expect: 201, requests: createRequests(callers) }),
  live: () => ({ expect: 200, requests: [{ method: 'GET', path: '/health/live' }] }),
  // The guard reads the session before the handler finds that this is no id, and says so without asking the database.
  session: ({ callers }) => ({
    expect: 404,
    requests: callers.map(({ token }) => ({ method: 'GET', path: '/v1/payments/none', token })),
  }),
  retrieve: ({ stock }) => ({
    expect: 200,
    requests: overTransactions(stock.slice(0, ASKED_FOR_AGAIN), () => ({ method: 'GET' })),
  }),
  firstPage: ({ callers }) => ({ expect: 200, requests: callers.map((caller) => list(caller)) }),
  deepPage: async ({ callers, databaseUrl }) => ({
    expect: 200,
    requests: (await middles(databaseUrl, callers)).map(([caller, id]) =>
      list(caller, `&starting_after=${id}`),
    ),
  }),
  update: ({ stock }) => ({
    expect: 200,
    // Two values, each over all of them: what is told to be as it is already is not written.
    requests: ['A-1', 'A-2'].flatMap((order) =>
      overTransactions(stock, () => ({ method: 'PATCH', body: { metadata: { order } } })),
    ),
  }),
  cancel: ({ stock }) => ({
    expect: 200,
    once: true,
    requests: overTransactions(stock, () => ({ method: 'DELETE' })),
  }),
  login: ({ callers }) => ({
    expect: 200,
    requests: callers.map(({ credentials }) => ({
      method: 'POST',
      path: '/v1/auth/login',
      body: credentials,
    })),
  }),
};

/** For each caller the id in the middle of its list: a cursor with as much before it as behind it. */
async function middles(databaseUrl, callers) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const found = [];
  for (const caller of callers.slice(0, DEEP_CALLERS)) {
    const { rows } = await client.query(
      `SELECT id FROM transactions WHERE account_id = $1 ORDER BY id DESC
       OFFSET (SELECT count(*) / 2 FROM transactions WHERE account_id = $1) LIMIT 1`,
      [caller.uuid],
    );
    found.push([caller, idFromUuid('txn', rows[0].id)]);
  }
  await client.end();
  return found;
}
