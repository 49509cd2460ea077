import type { Finding } from './fuzzer.js';

/** The result of a run, printed as a line of JSON. */
export interface FuzzReport {
  readonly seed: number;
  readonly cases: number;
  readonly answers: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** Problems found in the log or on the connections, not in a response. */
  readonly troubles: readonly string[];
  /** Findings of `florin verify`. */
  readonly books: readonly string[];
  readonly isAlive: boolean;
  /** Operations without a successful request. */
  readonly unreached: readonly string[];
  readonly granted: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly styles: Readonly<Record<string, number>>;
  /** The requests and responses of a run with a single case. */
  readonly shown?: string;
}

export function summaryLine(report: FuzzReport): string {
  const { cases, seed, answers, seconds, findings, troubles, books, isAlive, unreached, granted } = report;
  const counts = Object.values(granted);
  const sum = counts.reduce((total, count) => total + count, 0);
  const parts = [
    `${findings.length} findings`,
    ...(troubles.length > 0 ? [`${troubles.length} problems in the log`] : []),
    books.length === 0 ? 'the ledger balances' : `${books.length} findings in the ledger`,
    ...(isAlive ? [] : ['the service is down']),
    ...(unreached.length > 0 ? [`never succeeded: ${unreached.join(', ')}`] : []),
  ];
  return (
    `fuzz: ${cases} cases of seed ${seed}, ${answers} responses in ${seconds} s, ` +
    `${sum} succeeded over ${counts.length - unreached.length} operations (least ${Math.min(...counts)}): ${parts.join('; ')}`
  );
}
