// Creates transactions over kept-alive connections as fast as they are answered. Speaks HTTP by hand: a full client
// would take as much of the machine as the service it measures.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Samples } from './samples.mjs';

const task = JSON.parse(await text(process.stdin));
const { hostname, port, host } = new URL(task.url);
const requests = task.callers.map(requestOf);
const samples = new Samples(task);
await Promise.all(Array.from({ length: task.connections }, (_, index) => loadOver(index)));
process.stdout.write(JSON.stringify(samples.summary()));

function requestOf({ id, token }) {
  const body = JSON.stringify({
    account_id: id,
    amount: 1,
    currency: 'USD',
    type: 'payment',
    reference: 'bench',
  });
  const head = [
    'POST /v1/transactions HTTP/1.1',
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function loadOver(index) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let next = index;
    let begun = 0;
    let received = '';
    const send = () => {
      if (samples.isOver) return socket.end();
      begun = performance.now();
      socket.write(requests[next % requests.length]);
      // A step that shares no factor with the number of callers visits all of them, in another order per connection.
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
      if (status !== '201' && status !== '503') return reject(new Error(received));
      received = '';
      samples.add(begun, status === '201');
      send();
    });
    socket.on('error', reject);
    socket.on('close', resolve);
  });
}
