// Mixed load: create, get, list, update, cancel, log in. A closed loop with a fixed total rate. Runs in its own process.
import { text } from 'node:stream/consumers';
import { bytesOf, Wire } from './wire.mjs';

const task = JSON.parse(await text(process.stdin));
const target = new URL(task.url);
const endsAt = performance.now() + task.seconds * 1000;
const pauseMs = (task.connections / task.rate) * 1000;
const statusCounts = {};
let example;
let open = task.connections;
const { promise: over, resolve } = Promise.withResolvers();
const closeOne = () => {
  open -= 1;
  if (open === 0) resolve();
};

const transaction = (id) => `/v1/transactions/${id}`;
const json = (path, method, body) => ({ method, path, body });
/** The requests of a caller in order; `latest` is the id of its latest transaction. */
const ROUND = [
  ({ id }) =>
    json('/v1/transactions', 'POST', { account_id: id, amount: 2, currency: 'USD', type: 'payment' }),
  (_, latest) => json(transaction(latest), 'GET'),
  () => json('/v1/transactions?limit=20', 'GET'),
  (_, latest) => json(transaction(latest), 'PATCH', { metadata: { updated: true } }),
  (_, latest) => json(transaction(latest), 'DELETE'),
  ({ id }) =>
    json('/v1/transactions', 'POST', { account_id: id, amount: 1, currency: 'USD', type: 'credit' }),
  () => json('/v1/transactions?status=canceled', 'GET'),
  ({ id }) =>
    json('/v1/payments', 'POST', {
      account_id: id,
      amount: 5,
      currency: 'USD',
      customer_email: 'a@example.com',
    }),
  () => json('/v1/account/balance', 'GET'),
  () => json('/v1/transactions/none', 'GET'),
];
/** One round in this many starts with a login. */
const LOGIN_EVERY = 10;

for (let index = 0; index < task.connections; index += 1) {
  const caller = task.callers[index % task.callers.length];
  let steps = 0;
  let latest = 'none';
  const next = (wire) => {
    if (performance.now() >= endsAt) {
      wire.end();
      closeOne();
      return;
    }
    const isLogin = steps % (ROUND.length * LOGIN_EVERY) === 0;
    const request = isLogin
      ? json('/v1/auth/login', 'POST', caller.credentials)
      : { token: caller.token, ...ROUND[steps % ROUND.length](caller, latest) };
    steps += 1;
    wire.send(bytesOf(request, target.host), request);
  };
  new Wire(target, {
    onReady: next,
    onResponse(wire, status, response, { method, path }) {
      statusCounts[status] = (statusCounts[status] ?? 0) + 1;
      if (status >= '500') example ??= `${method} ${path} returned ${response.slice(0, 300)}`;
      if (status === '201' && path === '/v1/transactions')
        latest = /"id":"([^"]+)"/.exec(response)?.[1] ?? latest;
      setTimeout(next, pauseMs, wire);
    },
    onLost() {
      statusCounts.lost = (statusCounts.lost ?? 0) + 1;
      closeOne();
    },
  });
}
await over;
process.stdout.write(JSON.stringify({ statusCounts, example }));
