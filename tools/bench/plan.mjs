// What is measured, in which order, and against what. A row is compared with every row that its `against` names and
// that measured the same accounts, and with liveness at as many connections; what is missing, such as a pgbench that is
// not installed, is left out. The whole plan is gone through several times: a machine that others use is slow for some
// seconds at a time, and a row is only compared with what was measured in the same round.

/** The load that a service with some dozens of busy callers sees, and the one that the aims speak of. */
const CONNECTIONS = [64, 256];
const [FEW_CONNECTIONS] = CONNECTIONS;
/** One loop, payment after payment, and as many side by side as a pool usually has. */
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

export const READ_ROWS = [
  ...CONNECTIONS.flatMap((connections) =>
    [
      { name: 'GET /health/live', kind: 'live' },
      { name: 'session check alone', kind: 'session' },
      { name: 'retrieve', kind: 'retrieve' },
      { name: 'list, first page', kind: 'firstPage' },
      { name: 'list, deep page', kind: 'deepPage' },
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

/** Of several rounds one table: each row as it was in the round in the middle, and so its times of each reference. */
export function compareRounds(rounds) {
  const compared = rounds.map(compareRows);
  return compared[0].map((_, index) => {
    const all = compared.map((rows) => rows[index]).sort((one, other) => one.perSecond - other.perSecond);
    const names = Object.keys(all[0].times);
    const times = names.map((name) => [name, middle(all.map((row) => row.times[name]))]);
    return { ...all[Math.floor(all.length / 2)], times: Object.fromEntries(times) };
  });
}

const middle = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** How many times each reference a row did, by the reference's name. */
function compareRows(rows) {
  return rows.map((row) => {
    const references = (row.against ?? []).flatMap((name) =>
      rows.filter(
        (other) =>
          other.name === name &&
          other.where === row.where &&
          (other.kind !== 'live' || other.connections === row.connections),
      ),
    );
    const times = Object.fromEntries(
      references.map(({ name, perSecond }) => [name, row.perSecond / perSecond]),
    );
    return { ...row, times };
  });
}
