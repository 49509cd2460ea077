import { writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ADMIN, WITH_ADMIN } from '../support/account-holders.js';
import { findingsInBooks } from '../support/books.js';
import { Fuzzer, type FuzzPlan } from './fuzzer.js';
import { summaryLine, type FuzzReport } from './fuzz-report.js';
import { FuzzedService } from './fuzzed-service.js';
import { Wire } from './wire.js';

// The same cases every time, so that a failure is the change's and nobody's bad luck. `npm run fuzz` draws others.
const { FUZZ_SEED = '8', FUZZ_CASES = '20000', FUZZ_CASE, FUZZ_REPORT } = process.env;
const plan: FuzzPlan = {
  seed: Number(FUZZ_SEED),
  cases: Number(FUZZ_CASES),
  ...(FUZZ_CASE !== undefined && { only: Number(FUZZ_CASE) }),
};
/** Below this many cases chance may leave an operation out. */
const ENOUGH_FOR_ALL = 10_000;
const MINUTE = 60_000;
const drawn = plan.only === undefined ? `${plan.cases} cases` : `case ${plan.only}`;

it(
  `stands up to ${drawn} of seed ${plan.seed}`,
  async () => {
    const served = await FuzzedService.start(WITH_ADMIN);
    const outcome = await runFuzzer(served).finally(() => served.stop());
    const line = summaryLine(outcome);
    if (FUZZ_REPORT !== undefined) writeFileSync(FUZZ_REPORT, JSON.stringify({ line, ...outcome }));
    process.stdout.write(`${line}\n`);
    expect(outcome).toMatchObject({ findings: [], troubles: [], books: [], isAlive: true, unreached: [] });
  },
  (5 + plan.cases / 2_000) * MINUTE,
);

async function runFuzzer(served: FuzzedService): Promise<FuzzReport> {
  const wire = new Wire(served.url);
  const startedAt = performance.now();
  const fuzzer = new Fuzzer(wire, ADMIN, { ...plan, onProgress: printProgress });
  const mistakes: string[] = [];
  await fuzzer.run().catch((error: unknown) => mistakes.push(`the fuzzer itself failed: ${String(error)}`));
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  wire.close();
  const books = await findingsInBooks(served.databaseUrl);
  const isAlive = served.isRunning && (await fetch(`${served.url}/health/live`)).ok;
  await served.stop();
  const { tally, findings } = fuzzer;
  return {
    seed: plan.seed,
    cases: plan.only === undefined ? plan.cases : 1,
    answers: tally.answers,
    seconds,
    findings,
    troubles: [...mistakes, ...served.troubles, ...wire.unsolicited.map((text) => `sent unasked: ${text}`)],
    books,
    isAlive,
    unreached: plan.cases >= ENOUGH_FOR_ALL && plan.only === undefined ? tally.unreached : [],
    granted: tally.granted,
    statuses: tally.statuses,
    styles: tally.styles,
    ...(fuzzer.shown !== undefined && { shown: fuzzer.shown }),
  };
}

function printProgress(started: number): void {
  if (FUZZ_REPORT !== undefined && started % 5_000 === 0) process.stderr.write(`fuzz: ${started} cases\n`);
}
