// The summary line of a drill.

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
      ? 'ledger verified'
      : count(verdict.auditFindings, 'finding', 'findings') + ' in the ledger',
    `recovered within ${(backWithinMs / 1000).toFixed(1)} s`,
    verdict.hung === 0 ? 'no attempt hung' : `${verdict.hung} attempts hung`,
    verdict.leaks === 0 ? 'no leak' : count(verdict.leaks, 'leak', 'leaks'),
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
  preparedTransactions,
  hungCommits,
  webhooks,
}) {
  const texts = [];
  if (webhooks !== undefined)
    texts.push(
      `${number(webhooks.events)} events delivered, ${webhooks.missing} missing, ${number(webhooks.repeated)} repeated`,
    );
  if (promotedWithinMs !== undefined)
    texts.push(`the last standby was promoted within ${(promotedWithinMs / 1000).toFixed(1)} s`);
  if (preparedTransactions !== undefined)
    texts.push(
      `${count(hungCommits, 'hung commit', 'hung commits')}, ${count(preparedTransactions, 'prepared transaction', 'prepared transactions')} left over and finished`,
    );
  if (requestsInFlight !== undefined)
    texts.push(
      `${requestsInFlight} requests in flight, process exited after ${(endedWithinMs / 1000).toFixed(1)} s`,
    );
  if (slowSockets !== undefined)
    texts.push(
      `${slowSockets} slow connections closed after ${(closedWithinMs / 1000).toFixed(1)} s at most, p99 of other requests ${othersP99Ms} ms`,
    );
  return texts;
}
