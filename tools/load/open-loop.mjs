// Open-loop load: sends requests at a fixed rate, independent of responses. A request without a free connection waits, and the
// wait is part of its latency. Runs in its own process.
import { text } from 'node:stream/consumers';
import { bytesOf, Wire } from './wire.mjs';

const task = JSON.parse(await text(process.stdin));
const target = new URL(task.url);
const requests = task.requests.map((request) => bytesOf(request, target.host));
const free = [];
const queue = [];
const windows = [];
const done = [];
const refused = [];
let [arrived, answered, lost, wrong, withoutRetryAfter] = [0, 0, 0, 0, 0];
let example;

const handlers = {
  onReady: (wire) => free.push(wire),
  onResponse(wire, status, response, arrivedAt) {
    answered += 1;
    const milliseconds = performance.now() - arrivedAt;
    const window = windowAt(arrivedAt);
    if (status === '201') {
      done.push(milliseconds);
      window.done.push(milliseconds);
    } else if (status === '503') {
      refused.push(milliseconds);
      window.refused += 1;
      if (!response.includes('\r\nretry-after: ')) withoutRetryAfter += 1;
    } else {
      wrong += 1;
      example ??= response.slice(0, 400);
    }
    free.push(wire);
  },
  onLost(_, arrivedAt) {
    if (arrivedAt !== undefined) lost += 1;
    open();
  },
};
const open = () => new Wire(target, handlers);
for (let index = 0; index < task.sockets; index += 1) open();
while (free.length < task.sockets) await new Promise((resolve) => setTimeout(resolve, 10));

const beganAt = performance.now();
const windowAt = (at) => {
  const index = Math.max(0, Math.floor((at - beganAt) / task.windowMs));
  return (windows[index] ??= { done: [], refused: 0 });
};
const endsAt = beganAt + task.seconds * 1000;
let latest = beganAt;
let longestPause = 0;
while (performance.now() < endsAt) {
  const now = performance.now();
  longestPause = Math.max(longestPause, now - latest);
  latest = now;
  for (const due = Math.floor(((now - beganAt) / 1000) * task.rate); arrived < due; arrived += 1) {
    // At the scheduled time, even if this process is late.
    queue.push(beganAt + (arrived / task.rate) * 1000);
  }
  let sent = 0;
  // In turn, because the service closes a connection that is unused for ten seconds.
  for (; sent < queue.length && free.length > 0; sent += 1) {
    free.shift().send(requests[(arrived - queue.length + sent) % requests.length], queue[sent]);
  }
  queue.splice(0, sent);
  await new Promise((resolve) => setTimeout(resolve, 1));
}
const goodputSeconds = (performance.now() - beganAt) / 1000;
const doneInTime = done.length;
// Waits for responses in flight, up to three seconds.
for (let waits = 0; answered + lost < arrived - queue.length && waits < 300; waits += 1)
  await new Promise((resolve) => setTimeout(resolve, 10));

const sorted = (values) => Float64Array.from(values).sort();
const at = (values, share) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const figures = (values) => {
  const ordered = sorted(values);
  return { count: ordered.length, p50: at(ordered, 0.5), p99: at(ordered, 0.99), max: at(ordered, 1) };
};
process.stdout.write(
  JSON.stringify({
    offered: arrived / goodputSeconds,
    goodput: doneInTime / goodputSeconds,
    done: figures(done),
    refused: figures(refused),
    withoutRetryAfter,
    unanswered: queue.length + (arrived - queue.length - answered - lost),
    lost,
    wrong,
    example,
    longestPause,
    windows: windows.map((window) => ({
      refused: window?.refused ?? 0,
      p99: at(sorted(window?.done ?? []), 0.99),
    })),
  }),
  () => process.exit(0),
);
