// A slowloris attack: connections that start a request and then send one byte per second.
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const SOCKETS = 500;
const CLOSED_WITHIN_MS = 15_000;
const MAX_P99_MS = 1_000;

/** Half of them never complete the headers, the others never the body. */
const REQUEST_STARTS = [
  'POST /v1/transactions HTTP/1.1\r\nHost: florin\r\nX-Slow: ',
  'POST /v1/auth/login HTTP/1.1\r\nHost: florin\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
];

export async function openSlowSockets({ environment, journal, timeoutFactor }) {
  const { hostname, port } = new URL(environment.apis[0].url);
  const callsBefore = journal.latencies.length;
  const sockets = Array.from({ length: SOCKETS }, (_, number) =>
    openSlowSocket(
      hostname,
      Number(port),
      REQUEST_STARTS[number % REQUEST_STARTS.length],
      CLOSED_WITHIN_MS * timeoutFactor,
    ),
  );
  const durations = await Promise.all(sockets);
  const longest = Math.max(...durations.map((duration) => duration ?? Infinity));
  const stillOpen = durations.filter((duration) => duration === undefined).length;
  if (stillOpen > 0)
    journal.problems.push(
      `${stillOpen} slow connections were open after ${CLOSED_WITHIN_MS * timeoutFactor} ms`,
    );
  const latencies = journal.latencies.slice(callsBefore);
  const p99 = latencies.toSorted((one, other) => one - other)[Math.floor(latencies.length * 0.99)] ?? 0;
  if (p99 > MAX_P99_MS * timeoutFactor)
    journal.problems.push(`p99 of other requests was ${Math.round(p99)} ms during slow connections`);
  return { slowSockets: SOCKETS, closedWithinMs: Math.round(longest), othersP99Ms: Math.round(p99) };
}

/** Milliseconds until the service closed the connection; undefined if it did not. */
async function openSlowSocket(host, port, requestStart, maxMs) {
  const startedAt = performance.now();
  const socket = connect({ host, port });
  let closedAfter;
  socket.on('error', () => {});
  socket.on('close', () => (closedAfter = performance.now() - startedAt));
  // Unread data would delay the close event.
  socket.resume();
  socket.write(requestStart);
  while (closedAfter === undefined && performance.now() - startedAt < maxMs) {
    await delay(1_000);
    if (!socket.destroyed) socket.write('x');
  }
  socket.destroy();
  return closedAfter;
}
