// Sends requests over kept-alive connections as fast as they are answered. Speaks HTTP by hand: a full client would
// take as much of the machine as the service it measures.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Samples } from './samples.mjs';

const task = JSON.parse(await text(process.stdin));
const { hostname, port, host } = new URL(task.url);
const requests = task.requests.map(bytesOf);
const expected = String(task.expect);
const samples = new Samples(task);
const created = [];
let sent = 0;
await Promise.all(Array.from({ length: task.connections }, (_, index) => loadOver(index)));
process.stdout.write(JSON.stringify({ ...samples.summary(), ...(task.collect && { created }) }));

function bytesOf({ method, path, token, body }) {
  const content = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`);
}

function note(answer) {
  const { id, account_id } = JSON.parse(answer);
  created.push({ id, account_id });
}

function loadOver(index) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let next = index;
    let begun = 0;
    let received = '';
    const send = () => {
      if (samples.isOver || (task.once && sent === requests.length)) return socket.end();
      begun = performance.now();
      // A step that shares no factor with the number of requests visits all of them, in another order per connection.
      socket.write(task.once ? requests[sent] : requests[next % requests.length]);
      sent += 1;
      next += 7;
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < headEnd + 4 + length) return;
      const status = received.slice(9, 12);
      if (status !== expected && status !== '503') return reject(new Error(received));
      if (task.collect && status === expected) note(received.slice(headEnd + 4));
      received = '';
      samples.add(begun, status === expected);
      send();
    });
    socket.on('error', reject);
    socket.on('close', resolve);
  });
}
