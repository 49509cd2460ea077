import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount, WITH_ADMIN } from '../support/account-holders.js';
import { addAdmin } from '../support/add-admin.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import {
  provideSchemathesis,
  removeSchemathesis,
  runSchemathesis,
  type SchemathesisRun,
} from './schemathesis.js';

const MIN_CASES = 5_000;
const EXAMPLES_PER_OPERATION = 20;
const SEED = '31';
const TIMEOUT_MS = 1_200_000;

/** They end the session of the caller, so they run last. */
const LAST_OPERATIONS = ['endSession', 'closeAccount'];

/** Findings that are no defects, and why. */
const ALLOWED: readonly { readonly type: string; readonly operations: RegExp; readonly reason: string }[] = [
  {
    type: 'RejectedPositiveData',
    operations: /./,
    reason:
      'rules that a schema cannot express: currencies in use, time zones, existing objects, funds, cursors',
  },
];

const schemathesis = provideSchemathesis((line) => process.stderr.write(`florin: ${line}\n`));
const describeWithSchemathesis = schemathesis === undefined ? describe.skip : describe;

describeWithSchemathesis('Schemathesis', () => {
  let api: RunningApi;
  let cases = 0;

  beforeAll(async () => {
    api = await startApi({ environment: WITH_ADMIN });
  });
  afterAll(async () => {
    if (schemathesis !== undefined) removeSchemathesis(schemathesis);
    await api.stop();
  });

  async function run(token: string, options: readonly string[]): Promise<void> {
    const settings = ['--seed', SEED, '--max-examples', String(EXAMPLES_PER_OPERATION)];
    const result = await runSchemathesis(schemathesis!, api.url, token, [...settings, ...options]);
    expectNoFindings(result);
    cases += result.report.test_cases.generated;
  }

  const tokens: Readonly<Record<'an owner' | 'an admin', () => Promise<string>>> = {
    'an owner': async () => (await openAccount(api)).token,
    // A new one for each run, which may change the password of its admin.
    'an admin': async () => (await addAdmin(api)).token,
  };
  const callers = Object.keys(tokens) as (keyof typeof tokens)[];

  it.each(callers)(
    'finds no defect with the token of %s',
    async (caller) => {
      const excluded = LAST_OPERATIONS.flatMap((operation) => ['--exclude-operation-id', operation]);
      await run(await tokens[caller](), excluded);
    },
    TIMEOUT_MS,
  );

  it.each(callers)(
    'finds no defect in the operations that end the session of %s',
    async (caller) => {
      for (const operation of LAST_OPERATIONS)
        await run(await tokens[caller](), ['--include-operation-id', operation]);
    },
    TIMEOUT_MS,
  );

  it(`sends at least ${MIN_CASES} cases`, () => {
    expect(cases).toBeGreaterThanOrEqual(MIN_CASES);
  });
});

function expectNoFindings({ report, output }: SchemathesisRun): void {
  const { complete, operations, errors, failures } = report;
  const defects = failures.flatMap(({ type, title, operations: found }) =>
    found
      .filter((name) => !ALLOWED.some((allowed) => allowed.type === type && allowed.operations.test(name)))
      .map((name) => `${name}: ${title} (${type})`),
  );
  if (!complete || errors.length > 0 || defects.length > 0) {
    const found = [...errors.map(({ title }) => title), ...defects].join('\n');
    throw new Error(`Schemathesis found:\n${found}\n\n${output}`);
  }
  expect(operations.tested).toBe(operations.selected);
}
