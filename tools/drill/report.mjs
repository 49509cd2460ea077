// How a drill tells what it found: a line for people, and a line of JSON for machines.

const number = (value) => value.toLocaleString('en');
const count = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;

export function summaryLine(verdict) {
  const { ok, drill, faults, seconds, acknowledged, lost, twice, backWithinMs, problems, attempts, calls } =
    verdict;
  const facts = [
    `${count(faults, 'fault', 'faults')} in ${number(seconds)} s`,
    `${count(acknowledged, 'write', 'writes')} acknowledged, ${lost} lost, ${twice} twice`,
    `${number(attempts)} attempts for ${number(calls)} calls`,
    verdict.auditFindings === 0
      ? 'books clean'
      : count(verdict.auditFindings, 'finding', 'findings') + ' in the books',
    `writing again after ${(backWithinMs / 1000).toFixed(1)} s at most`,
    verdict.hung === 0 ? 'no client hangs' : `${verdict.hung} attempts hang`,
    verdict.leaks === 0 ? 'no handle left open' : count(verdict.leaks, 'leak', 'leaks'),
    ...extras(verdict),
  ];
  const trouble = problems.length === 0 ? '' : ` First problem: ${problems[0]}`;
  return `${ok ? 'ok    ' : 'FAILED'} ${drill}: ${facts.join('; ')}.${trouble}`;
}

function extras({
  requestsInFlight,
  endedWithinMs,
  slowSockets,
  closedWithinMs,
  othersP99Ms,
  promotedWithinMs,
}) {
  const found = [];
  if (promotedWithinMs !== undefined)
    found.push(`the last standby was promoted within ${(promotedWithinMs / 1000).toFixed(1)} s`);
  if (requestsInFlight !== undefined)
    found.push(
      `${requestsInFlight} requests in flight, process gone after ${(endedWithinMs / 1000).toFixed(1)} s`,
    );
  if (slowSockets !== undefined)
    found.push(
      `${slowSockets} slow connections closed after ${(closedWithinMs / 1000).toFixed(1)} s at most, others answered in ${othersP99Ms} ms (p99)`,
    );
  return found;
}
