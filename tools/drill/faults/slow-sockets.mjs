// Connections that begin a request and then send a byte a second, to hold on to a service for as long as it lets them.
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const SOCKETS = 500;
const CLOSED_WITHIN_MS = 15_000;
const OTHERS_ANSWERED_WITHIN_MS = 1_000;

/** Half of them never come to the end of the headers, the other half never to the end of the body. */
const BEGINNINGS = [
  'POST /v1/transactions HTTP/1.1\r\nHost: florin\r\nX-Slow: ',
  'POST /v1/auth/login HTTP/1.1\r\nHost: florin\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
];

export async function openSlowSockets({ house, journal, patience }) {
  const { hostname, port } = new URL(house.apis[0].url);
  const answeredBefore = journal.latencies.length;
  const closings = Array.from({ length: SOCKETS }, (_, number) =>
    closingOf(hostname, Number(port), BEGINNINGS[number % BEGINNINGS.length], CLOSED_WITHIN_MS * patience),
  );
  const lives = await Promise.all(closings);
  const longest = Math.max(...lives.map((life) => life ?? Infinity));
  const left = lives.filter((life) => life === undefined).length;
  if (left > 0)
    journal.problems.push(`${left} slow connections were open after ${CLOSED_WITHIN_MS * patience} ms`);
  const latencies = journal.latencies.slice(answeredBefore);
  const p99 = latencies.toSorted((one, other) => one - other)[Math.floor(latencies.length * 0.99)] ?? 0;
  if (p99 > OTHERS_ANSWERED_WITHIN_MS * patience)
    journal.problems.push(`others waited ${Math.round(p99)} ms (99th percentile) beside slow connections`);
  return { slowSockets: SOCKETS, closedWithinMs: Math.round(longest), othersP99Ms: Math.round(p99) };
}

/** How long the service kept the connection, in milliseconds; undefined when it still did at the end. */
async function closingOf(host, port, beginning, longestMs) {
  const startedAt = performance.now();
  const socket = connect({ host, port });
  let closedAfter;
  socket.on('error', () => {});
  socket.on('close', () => (closedAfter = performance.now() - startedAt));
  // What the service says at the end has to be read, or its end would not be noticed.
  socket.resume();
  socket.write(beginning);
  while (closedAfter === undefined && performance.now() - startedAt < longestMs) {
    await delay(1_000);
    if (!socket.destroyed) socket.write('x');
  }
  socket.destroy();
  return closedAfter;
}
