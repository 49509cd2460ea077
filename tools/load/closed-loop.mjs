// Closed-loop load: each caller sends the next request after the response, and waits for Retry-After. Runs in its own process.
import { text } from 'node:stream/consumers';
import { bytesOf, Wire } from './wire.mjs';

const task = JSON.parse(await text(process.stdin));
const target = new URL(task.url);
const requests = task.requests.map((request) => bytesOf(request, target.host));
const countsFrom = performance.now() + task.warmUpSeconds * 1000;
const endsAt = countsFrom + task.seconds * 1000;
const latencies = [];
const others = {};
let next = 0;
let open = task.connections;

const { promise: over, resolve } = Promise.withResolvers();
const send = (wire) => {
  const now = performance.now();
  if (now >= endsAt) {
    wire.end();
    open -= 1;
    if (open === 0) resolve();
    return;
  }
  wire.send(requests[next++ % requests.length], now);
};
for (let index = 0; index < task.connections; index += 1)
  new Wire(target, {
    onReady: send,
    onResponse(wire, status, response, sentAt) {
      const now = performance.now();
      if (status !== task.expect) others[status] = (others[status] ?? 0) + 1;
      else if (sentAt >= countsFrom && now <= endsAt) latencies.push(now - sentAt);
      const retryAfter = status === '503' && /\r\nretry-after: (\d+)/.exec(response)?.[1];
      if (retryAfter) setTimeout(send, retryAfter * 1_000, wire);
      else send(wire);
    },
    onLost() {
      others.lost = (others.lost ?? 0) + 1;
      open -= 1;
      if (open === 0) resolve();
    },
  });
await over;
const ordered = Float64Array.from(latencies).sort();
const at = (share) => ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0;
process.stdout.write(
  JSON.stringify({ perSecond: ordered.length / task.seconds, p50: at(0.5), p99: at(0.99), others }),
);
