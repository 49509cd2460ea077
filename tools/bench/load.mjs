// Closed-loop load: each connection sends the next request after the response. With `thenSettle`, it first settles the
// transaction of the response, and both requests are one sample.
import { text } from 'node:stream/consumers';
import { bytesOf, Wire } from '../load/wire.mjs';
import { Samples } from './samples.mjs';

const task = JSON.parse(await text(process.stdin));
const target = new URL(task.url);
const requests = task.requests.map((request) => bytesOf(request, target.host));
const expected = String(task.expect);
const samples = new Samples(task);
const created = [];
let sent = 0;
await Promise.all(Array.from({ length: task.connections }, (_, index) => loadOver(index)));
process.stdout.write(JSON.stringify({ ...samples.summary(), ...(task.collect && { created }) }));

function bodyOf(response) {
  return JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4));
}

function recordCreated(response) {
  const { id, account_id } = bodyOf(response);
  created.push({ id, account_id });
}

function settleRequest(response) {
  const path = `/v1/transactions/${bodyOf(response).id}/settle`;
  return bytesOf({ method: 'POST', path, token: task.thenSettle.token, body: {} }, target.host);
}

function loadOver(index) {
  return new Promise((resolve, reject) => {
    let next = index;
    const send = (wire) => {
      if (samples.isOver || (task.once && sent === requests.length)) {
        wire.end();
        return resolve();
      }
      // A step that is coprime with the number of requests visits all of them.
      const request = task.once ? requests[sent] : requests[next % requests.length];
      wire.send(request, { startedAt: performance.now(), isSettling: false });
      sent += 1;
      next += 7;
    };
    new Wire(target, {
      onReady: send,
      onResponse(wire, status, response, { startedAt, isSettling }) {
        const isExpected = status === (isSettling ? String(task.thenSettle.expect) : expected);
        if (!isExpected && status !== '503') return reject(new Error(response));
        if (task.collect && isExpected) recordCreated(response);
        if (task.thenSettle && isExpected && !isSettling)
          return wire.send(settleRequest(response), { startedAt, isSettling: true });
        samples.add(startedAt, isExpected);
        send(wire);
      },
      onLost: () => reject(new Error('The connection was closed.')),
    });
  });
}
