// The rows in the order of measurement. A row is compared with the rows in its `against` that use the same accounts, and, if
// there is one, the same number of connections; missing rows are skipped. The plan runs in several rounds, and rows are compared
// within a round, because other load may slow the machine down for some seconds.

const CONNECTIONS = [64, 256];
const [FEW_CONNECTIONS, MANY_CONNECTIONS] = CONNECTIONS;
/** A single connection, and the usual size of a pool. */
const LOOPS = [1, 16];
const POOL = 16;

export function writeRows({ withPgbench }) {
  return ['spread', 'hot'].flatMap((where) => [
    ...LOOPS.map((connections) => ({
      name: connections === 1 ? 'one SQL loop' : `${connections} SQL loops`,
      kind: 'loop',
      where,
      connections,
    })),
    ...(withPgbench ? [{ name: 'pgbench', kind: 'pgbench', where, connections: POOL }] : []),
    { name: 'plain handler', kind: 'handler', where, connections: 256 },
    ...CONNECTIONS.map((connections) => ({
      name: 'create',
      kind: 'create',
      where,
      connections,
      against: ['pgbench', 'plain handler', `${POOL} SQL loops`, 'one SQL loop'],
    })),
  ]);
}

/** A final payment in one request, and many in one, compared with the requests that they replace. */
export const FINAL_ROWS = [
  ...[16, ...CONNECTIONS].flatMap((connections) => [
    { name: 'create + settle in two requests', kind: 'twoRequests', connections },
    {
      name: 'final payment in one request',
      kind: 'oneRequest',
      connections,
      against: ['create + settle in two requests'],
    },
  ]),
  { name: 'batch of 100', kind: 'batch', connections: MANY_CONNECTIONS, against: ['create'] },
].map((row) => ({ ...row, where: 'spread' }));

export const READ_ROWS = [
  ...CONNECTIONS.flatMap((connections) =>
    [
      { name: 'GET /health/live', kind: 'live' },
      { name: 'session check alone', kind: 'session' },
      { name: 'retrieve', kind: 'retrieve' },
      { name: 'list, first page', kind: 'firstPage' },
      { name: 'list, deep page', kind: 'deepPage' },
      { name: 'balance at a time', kind: 'balanceAt' },
      { name: 'activity of 30 days', kind: 'activity' },
      { name: 'statement, one page', kind: 'statementPage' },
    ].map((row) => ({ ...row, connections })),
  ),
  ...[
    { name: 'update', kind: 'update' },
    { name: 'cancel', kind: 'cancel' },
    { name: 'login', kind: 'login' },
  ].map((row) => ({ ...row, connections: FEW_CONNECTIONS })),
].map((row) => ({
  ...row,
  where: 'spread',
  ...(row.kind !== 'live' && { against: ['GET /health/live'] }),
}));

/** Each row has the result of its median round, and the median ratio to each reference. */
export function compareRounds(rounds) {
  const compared = rounds.map(compareRows);
  return compared[0].map((_, index) => {
    const all = compared.map((rows) => rows[index]).sort((one, other) => one.perSecond - other.perSecond);
    const names = Object.keys(all[0].times);
    const times = names.map((name) => [name, median(all.map((row) => row.times[name]))]);
    return { ...all[Math.floor(all.length / 2)], times: Object.fromEntries(times) };
  });
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** `times` is the throughput relative to each reference. */
function compareRows(rows) {
  return rows.map((row) => {
    const references = (row.against ?? []).flatMap((name) => {
      const named = rows.filter((other) => other.name === name && other.where === row.where);
      const paired = named.filter((other) => other.connections === row.connections);
      return paired.length > 0 ? paired : named;
    });
    const times = Object.fromEntries(
      references.map(({ name, perSecond }) => [name, row.perSecond / perSecond]),
    );
    return { ...row, times };
  });
}
