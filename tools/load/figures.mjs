/** Prints a table and a line of JSON. Returns whether a figure missed its limit. */
export function reportFigures(title, figures, facts) {
  const isOff = ({ value, least = -Infinity, most = Infinity }) => !(value >= least && value <= most);
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const figure of figures) {
    const { name, value, unit, least, most, digits = 0 } = figure;
    const bound = least === undefined ? (most === undefined ? '' : `at most ${most}`) : `at least ${least}`;
    const verdict = bound === '' ? '' : isOff(figure) ? 'MISSED' : 'ok';
    console.log(
      `${name.padEnd(width)}  ${value.toFixed(digits).padStart(9)} ${unit.padEnd(10)}  ${bound.padEnd(13)} ${verdict}`.trimEnd(),
    );
  }
  const missed = figures.filter(isOff);
  console.log(
    `${title}: ${missed.length === 0 ? 'all figures are within their limits' : `${missed.length} figures missed their limits`}`,
  );
  const values = figures.map(({ name, value, least, most }) => ({
    name,
    value: Number(value.toFixed(3)),
    least,
    most,
  }));
  console.log(JSON.stringify({ passed: missed.length === 0, ...facts, figures: values }));
  return missed.length > 0;
}
