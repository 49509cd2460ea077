// Callers who do all that callers do: create, look, list, change, cancel, log in. Each waits for an answer before it goes
// on, and all together keep to a rate. Runs in a process of its own.
import { text } from 'node:stream/consumers';
import { bytesOf, Wire } from './wire.mjs';

const task = JSON.parse(await text(process.stdin));
const target = new URL(task.url);
const endsAt = performance.now() + task.seconds * 1000;
const pauseMs = (task.connections / task.rate) * 1000;
const answers = {};
let example;
let open = task.connections;
const { promise: over, resolve } = Promise.withResolvers();
const leave = () => {
  open -= 1;
  if (open === 0) resolve();
};

const transaction = (id) => `/v1/transactions/${id}`;
const json = (path, method, body) => ({ method, path, body });
/** What a caller does, one after the other; `latest` is the id of the transaction it created last. */
const ROUND = [
  ({ id }) =>
    json('/v1/transactions', 'POST', { account_id: id, amount: 2, currency: 'USD', type: 'payment' }),
  (_, latest) => json(transaction(latest), 'GET'),
  () => json('/v1/transactions?limit=20', 'GET'),
  (_, latest) => json(transaction(latest), 'PATCH', { metadata: { seen: true } }),
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
/** A round in so many begins with a login. */
const LOGIN_EVERY = 10;

for (let index = 0; index < task.connections; index += 1) {
  const caller = task.callers[index % task.callers.length];
  let steps = 0;
  let latest = 'none';
  const next = (wire) => {
    if (performance.now() >= endsAt) {
      wire.end();
      leave();
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
    onAnswer(wire, status, answer, { method, path }) {
      answers[status] = (answers[status] ?? 0) + 1;
      if (status >= '500') example ??= `${method} ${path} answered ${answer.slice(0, 300)}`;
      if (status === '201' && path === '/v1/transactions')
        latest = /"id":"([^"]+)"/.exec(answer)?.[1] ?? latest;
      setTimeout(next, pauseMs, wire);
    },
    onLost() {
      answers.lost = (answers.lost ?? 0) + 1;
      leave();
    },
  });
}
await over;
process.stdout.write(JSON.stringify({ answers, example }));
