// Closed-loop load: each connection sends the next request after the response.
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

function recordCreated(response) {
  const { id, account_id } = JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4));
  created.push({ id, account_id });
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
      wire.send(task.once ? requests[sent] : requests[next % requests.length], performance.now());
      sent += 1;
      next += 7;
    };
    new Wire(target, {
      onReady: send,
      onResponse(wire, status, response, startedAt) {
        if (status !== expected && status !== '503') return reject(new Error(response));
        if (task.collect && status === expected) recordCreated(response);
        samples.add(startedAt, status === expected);
        send(wire);
      },
      onLost: () => reject(new Error('The connection was closed.')),
    });
  });
}
