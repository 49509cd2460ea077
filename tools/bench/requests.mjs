// The requests of each row, built before the measurement.
import { idFromUuid } from '@florin/kernel';
import pg from 'pg';

/** Finding the middle of a long list is slow. */
const DEEP_CALLERS = 20;

const BATCH_SIZE = 100;

/** Few enough that each is read several times during the warm-up. */
const MAX_RETRIEVED = 1_000;

/** Of the generated transactions. */
const HISTORY_DAYS = 180;
const daysAgo = (days) => new Date(Date.now() - days * 86_400_000);

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

/** Only an admin or a platform key can settle. */
const settledRequests = (callers, token, body) =>
  callers.map(({ id }) => ({
    method: 'POST',
    path: '/v1/transactions',
    token,
    body: { ...payment(id), ...body },
  }));

const overTransactions = (created, request) =>
  created.map(({ id, token }) => ({ ...request(id), path: `/v1/transactions/${id}`, token }));

const list = ({ token }, cursor = '') => ({
  method: 'GET',
  path: `/v1/transactions?limit=20${cursor}`,
  token,
});

/** By the kind of a row: the requests and the expected status. */
export const REQUESTS = {
  create: ({ callers }) => ({ expect: 201, requests: createRequests(callers) }),
  oneRequest: ({ callers, adminToken }) => ({
    expect: 201,
    requests: settledRequests(callers, adminToken, { settle: true }),
  }),
  twoRequests: ({ callers, adminToken }) => ({
    expect: 201,
    requests: settledRequests(callers, adminToken, {}),
    thenSettle: { token: adminToken, expect: 200 },
  }),
  batch: ({ callers }) => ({
    expect: 200,
    perRequest: BATCH_SIZE,
    // With 256 batches in flight, a response takes several seconds.
    warmUpSeconds: 5,
    seconds: 10,
    requests: callers.map(({ id, token }) => ({
      method: 'POST',
      path: '/v1/transactions/batch',
      token,
      body: { transactions: Array.from({ length: BATCH_SIZE }, () => payment(id)), atomic: true },
    })),
  }),
  live: () => ({ expect: 200, requests: [{ method: 'GET', path: '/health/live' }] }),
  // The guard authenticates the session; then the handler rejects the malformed id without a query.
  session: ({ callers }) => ({
    expect: 404,
    requests: callers.map(({ token }) => ({ method: 'GET', path: '/v1/payments/none', token })),
  }),
  retrieve: ({ created }) => ({
    expect: 200,
    requests: overTransactions(created.slice(0, MAX_RETRIEVED), () => ({ method: 'GET' })),
  }),
  firstPage: ({ callers }) => ({ expect: 200, requests: callers.map((caller) => list(caller)) }),
  deepPage: async ({ callers, databaseUrl }) => ({
    expect: 200,
    requests: (await middles(databaseUrl, callers)).map(([caller, id]) =>
      list(caller, `&starting_after=${id}`),
    ),
  }),
  balanceAt: ({ callers }) => ({
    expect: 200,
    requests: callers.map(({ token }, index) => ({
      method: 'GET',
      path: `/v1/account/balance?at=${daysAgo((index / callers.length) * HISTORY_DAYS).toISOString()}`,
      token,
    })),
  }),
  activity: ({ callers }) => ({
    expect: 200,
    requests: callers.map(({ token }) => ({ method: 'GET', path: '/v1/account/activity', token })),
  }),
  statementPage: ({ callers }) => ({
    expect: 200,
    requests: callers.map(({ token }) => ({
      method: 'GET',
      path: '/v1/account/statement?limit=100',
      token,
    })),
  }),
  update: ({ created }) => ({
    expect: 200,
    // Alternating values, because an unchanged update is not written.
    requests: ['A-1', 'A-2'].flatMap((order) =>
      overTransactions(created, () => ({ method: 'PATCH', body: { metadata: { order } } })),
    ),
  }),
  cancel: ({ created }) => ({
    expect: 200,
    once: true,
    requests: overTransactions(created, () => ({ method: 'DELETE' })),
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

/** For each caller the id in the middle of its list. */
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
