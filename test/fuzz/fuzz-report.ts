import type { Finding } from './fuzzer.js';

/** All that a run has to tell, for machines. */
export interface FuzzReport {
  readonly seed: number;
  readonly cases: number;
  readonly answers: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** What only the log or the connections told of. */
  readonly troubles: readonly string[];
  /** What the audit of the books found. */
  readonly books: readonly string[];
  readonly isAlive: boolean;
  /** Operations that never granted anything. */
  readonly unreached: readonly string[];
  readonly granted: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly styles: Readonly<Record<string, number>>;
  /** The whole exchange, of a run with one case only. */
  readonly shown?: string;
}

/** The same for people, in one line. */
export function summaryLine(outcome: FuzzReport): string {
  const { cases, seed, answers, seconds, findings, troubles, books, isAlive, unreached, granted } = outcome;
  const counts = Object.values(granted);
  const sum = counts.reduce((total, count) => total + count, 0);
  const parts = [
    `${findings.length} findings`,
    ...(troubles.length > 0 ? [`${troubles.length} troubles in the log`] : []),
    books.length === 0 ? 'books balance' : `${books.length} findings in the books`,
    ...(isAlive ? [] : ['the service no longer answers']),
    ...(unreached.length > 0 ? [`never granted: ${unreached.join(', ')}`] : []),
  ];
  return (
    `fuzz: ${cases} cases of seed ${seed}, ${answers} answers in ${seconds} s, ` +
    `${sum} granted over ${counts.length - unreached.length} operations (least ${Math.min(...counts)}): ${parts.join('; ')}`
  );
}
