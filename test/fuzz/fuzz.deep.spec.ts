import { writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ADMIN, WITH_ADMIN } from '../support/account-holders.js';
import { findingsInBooks } from '../support/books.js';
import { Fuzzer, type FuzzPlan } from './fuzzer.js';
import { summaryLine, type FuzzReport } from './fuzz-report.js';
import { FuzzedService } from './fuzzed-service.js';
import { Wire } from './wire.js';

// A fixed seed, so that a failure is caused by a change. `npm run fuzz` uses random seeds.
const { FUZZ_SEED = '8', FUZZ_CASES = '20000', FUZZ_CASE, FUZZ_REPORT } = process.env;
const plan: FuzzPlan = {
  seed: Number(FUZZ_SEED),
  cases: Number(FUZZ_CASES),
  ...(FUZZ_CASE !== undefined && { only: Number(FUZZ_CASE) }),
};
/** With fewer cases, some operations may have no successful request. */
const MIN_CASES_FOR_COVERAGE = 10_000;
const MINUTE = 60_000;
const casesRun = plan.only === undefined ? `${plan.cases} cases` : `case ${plan.only}`;

it(
  `withstands ${casesRun} of seed ${plan.seed}`,
  async () => {
    const service = await FuzzedService.start({ ...WITH_ADMIN, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'on' });
    const report = await runFuzzer(service).finally(() => service.stop());
    const line = summaryLine(report);
    if (FUZZ_REPORT !== undefined) writeFileSync(FUZZ_REPORT, JSON.stringify({ line, ...report }));
    process.stdout.write(`${line}\n`);
    expect(report).toMatchObject({ findings: [], troubles: [], books: [], isAlive: true, unreached: [] });
  },
  (5 + plan.cases / 2_000) * MINUTE,
);

async function runFuzzer(service: FuzzedService): Promise<FuzzReport> {
  const wire = new Wire(service.url);
  const startedAt = performance.now();
  const fuzzer = new Fuzzer(wire, ADMIN, { ...plan, onProgress: printProgress });
  const fuzzerErrors: string[] = [];
  await fuzzer.run().catch((error: unknown) => fuzzerErrors.push(`the fuzzer failed: ${String(error)}`));
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  wire.close();
  const books = await findingsInBooks(service.databaseUrl);
  const isAlive = service.isRunning && (await fetch(`${service.url}/health/live`)).ok;
  await service.stop();
  const { tally, findings } = fuzzer;
  return {
    seed: plan.seed,
    cases: plan.only === undefined ? plan.cases : 1,
    answers: tally.answers,
    seconds,
    findings,
    troubles: [
      ...fuzzerErrors,
      ...service.troubles,
      ...wire.unsolicited.map((text) => `unsolicited bytes: ${text}`),
    ],
    books,
    isAlive,
    unreached: plan.cases >= MIN_CASES_FOR_COVERAGE && plan.only === undefined ? tally.unreached : [],
    granted: tally.granted,
    statuses: tally.statuses,
    styles: tally.styles,
    ...(fuzzer.shown !== undefined && { shown: fuzzer.shown }),
  };
}

function printProgress(started: number): void {
  if (FUZZ_REPORT !== undefined && started % 5_000 === 0) process.stderr.write(`fuzz: ${started} cases\n`);
}
