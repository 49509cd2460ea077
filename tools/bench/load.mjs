// Sends requests over kept-alive connections as fast as they are answered.
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

function note(answer) {
  const { id, account_id } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
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
      // A step that shares no factor with the number of requests visits all of them, in another order per connection.
      wire.send(task.once ? requests[sent] : requests[next % requests.length], performance.now());
      sent += 1;
      next += 7;
    };
    new Wire(target, {
      onReady: send,
      onAnswer(wire, status, answer, begun) {
        if (status !== expected && status !== '503') return reject(new Error(answer));
        if (task.collect && status === expected) note(answer);
        samples.add(begun, status === expected);
        send(wire);
      },
      onLost: () => reject(new Error('The connection was closed.')),
    });
  });
}
