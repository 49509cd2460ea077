import type { History } from './history.js';

const ID = /\b(user|acct|txn|trf|pay|sess|key|sub|evt|audit)_[0-9a-z]{26}/g;

/** Replaces ids with short ones: the first account is acct#1. */
export function shortenIds(lines: readonly string[]): string[] {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf = (id: string, prefix: string): string => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    names.set(id, `${prefix}#${count}`);
    return `${prefix}#${count}`;
  };
  return lines.map((line) => line.replace(ID, nameOf));
}

export function formatHistory({ seed, enabled, lines, findings }: History): string {
  return [
    `History ${seed} failed: ${findings.join('; ')}`,
    `Repeat: npm run simulate -- --seed ${seed} --histories 1`,
    `Enabled faults: ${enabled.length === 0 ? 'none' : enabled.join(', ')}`,
    ...lines,
  ].join('\n');
}
