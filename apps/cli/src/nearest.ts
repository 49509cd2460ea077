const MOST_EDITS = 2;

/** The name that was probably meant, or undefined when none is close. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({
    name,
    edits: name.startsWith(typed) ? 1 : editsBetween(typed, name),
  }));
  const [best] = ranked.filter(({ edits }) => edits <= MOST_EDITS).toSorted((a, b) => a.edits - b.edits);
  return typed === '' ? undefined : best?.name;
}

/** How many letters have to be added, left out or replaced to turn one word into the other. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [place, wanted] of Array.from(other).entries()) {
      const replaced = (row[place] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
