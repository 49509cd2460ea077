const BAR = 30;

/** A bar on a terminal, a line a step anywhere else. */
export class Progress {
  #done = 0;

  constructor(steps) {
    this.steps = steps;
  }

  step(words) {
    const filled = Math.round((this.#done / this.steps) * BAR);
    const line = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${words}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
    else process.stderr.write(`${line}\n`);
    this.#done += 1;
  }

  end() {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}

/** Each row against the plain SQL that was measured on the same accounts: one loop alone, and the most loops at once. */
export function printTable(rows) {
  const plain = rows.filter(({ kind }) => kind === 'plain');
  const counts = [...new Set(plain.map(({ connections }) => connections))];
  const against = counts.map((count) => (count === 1 ? 'x one loop' : `x ${count} loops`));
  const heads = ['transactions created', 'a second', ...against, 'p50 ms', 'p99 ms', 'CPU µs', 'MiB', '503'];
  const lines = rows.map((row) => {
    const references = plain.filter(({ where }) => where === row.where);
    const kind = row.kind === 'plain' ? 'plain SQL' : 'over HTTP';
    return [
      `${kind}, ${row.where}, ${row.connections} connection${row.connections === 1 ? '' : 's'}`,
      row.perSecond.toFixed(0),
      ...references.map(({ perSecond }) => (row.perSecond / perSecond).toFixed(2)),
      row.p50.toFixed(1),
      row.p99.toFixed(1),
      row.cpuMicroseconds?.toFixed(0) ?? '',
      row.memoryMiB?.toFixed(0) ?? '',
      String(row.refused),
    ];
  });
  const widths = heads.map((head, index) =>
    Math.max(head.length, ...lines.map((line) => line[index].length)),
  );
  for (const line of [heads, ...lines]) {
    const cells = line.map((cell, index) =>
      index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index]),
    );
    console.log(cells.join('  ').trimEnd());
  }
}
