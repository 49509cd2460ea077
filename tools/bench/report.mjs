const BAR = 30;

/** A progress bar at a terminal, otherwise one line per step. */
export class Progress {
  #done = 0;
  #steps = 1;

  begin(steps) {
    this.#steps = steps;
  }

  step(description) {
    const filled = Math.round((this.#done / this.#steps) * BAR);
    const line = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${description}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
    else process.stderr.write(`${line}\n`);
    this.#done += 1;
  }

  end() {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}

const nameOf = ({ name, where, connections }) => `${name}, ${where}, ${connections}`;
const figure = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : '');

export function printTable(rows) {
  const lines = rows.map((row) => [
    nameOf(row),
    figure(row.perSecond, 0),
    figure(row.p50, 1),
    figure(row.p99, 1),
    figure(row.cpuMicroseconds, 0),
    figure(row.memoryMiB, 0),
    String(row.refused),
    Object.entries(row.times)
      .map(([name, times]) => `${times.toFixed(2)} x ${name}`)
      .join(', '),
  ]);
  print(['row, accounts, connections', 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'MiB', '503', ''], lines);
}

/** Also prints the change relative to the row's reference, because the machine may have changed between the runs. */
export function printChange(rows, earlierRows) {
  const earlier = new Map(earlierRows.map((row) => [nameOf(row), row]));
  const lines = rows.flatMap((row) => {
    const before = earlier.get(nameOf(row));
    if (before === undefined) return [];
    const [reference] = Object.keys(row.times).filter((name) => name in before.times);
    const relative = reference && row.times[reference] / before.times[reference];
    return [
      [
        nameOf(row),
        figure(before.perSecond, 0),
        figure(row.perSecond, 0),
        figure(row.perSecond / before.perSecond, 2),
        figure(relative, 2),
        figure(before.cpuMicroseconds, 0),
        figure(row.cpuMicroseconds, 0),
      ],
    ];
  });
  console.log('');
  print(['change', 'before', 'now', 'ratio', 'ratio to reference', 'CPU µs before', 'CPU µs now'], lines);
}

/** Text columns are left-aligned, numbers right-aligned. */
function print(heads, lines) {
  const widths = heads.map((head, index) =>
    Math.max(head.length, ...lines.map((line) => line[index].length)),
  );
  for (const line of [heads, ...lines]) {
    const cells = line.map((cell, index) =>
      index === 0 || heads[index] === '' ? cell.padEnd(widths[index]) : cell.padStart(widths[index]),
    );
    console.log(cells.join('  ').trimEnd());
  }
}
