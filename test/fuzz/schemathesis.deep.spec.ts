import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount, WITH_ADMIN } from '../support/account-holders.js';
import { addAdmin } from '../support/add-admin.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { isAllowed } from './schemathesis-allowed.js';
import {
  provideSchemathesis,
  removeSchemathesis,
  runSchemathesis,
  type SchemathesisRun,
} from './schemathesis.js';

const MIN_CASES = 5_000;
const EXAMPLES_PER_OPERATION = 12;
const SEED = '31';
const TIMEOUT_MS = 1_200_000;

/** They can end the session of the caller, so each group has its own session. */
const SESSION_ENDING = [['endSession'], ['closeAccount'], ['createUser', 'updateUser', 'deleteUser']];

/** It would send requests to generated addresses. */
const NOT_SENT = ['testWebhookEndpoint'];

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
    expectNoDefects(result);
    const { stop_reason, complete, operations, test_cases } = result.report;
    expect({ stop_reason, complete }).toEqual({ stop_reason: 'completed', complete: true });
    expect(operations.tested).toBe(operations.selected);
    cases += test_cases.generated;
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
      const excluded = [...SESSION_ENDING.flat(), ...NOT_SENT].flatMap((operation) => [
        '--exclude-operation-id',
        operation,
      ]);
      const token = await tokens[caller]();
      await run(token, excluded);
      // Otherwise the last requests would have tested nothing but 401.
      expect((await api.request('GET', '/v1/auth/sessions', { token })).status).toBe(200);
    },
    TIMEOUT_MS,
  );

  it.each(callers)(
    'finds no defect in the operations that can end the session of %s',
    async (caller) => {
      for (const group of SESSION_ENDING)
        await run(
          await tokens[caller](),
          group.flatMap((operation) => ['--include-operation-id', operation]),
        );
    },
    TIMEOUT_MS,
  );

  it(`sends at least ${MIN_CASES} cases`, () => {
    expect(cases).toBeGreaterThanOrEqual(MIN_CASES);
  });
});

function expectNoDefects({ report, findings, output }: SchemathesisRun): void {
  const { errors, failures } = report;
  const defects = findings.filter((finding) => !isAllowed(finding));
  if (errors.length > 0 || defects.length > 0) {
    const texts = defects.map(
      ({ type, operation, response }) => `${type}: ${operation} returned ${response}`,
    );
    const found = [...errors.map(({ title }) => title), ...new Set(texts)].join('\n');
    throw new Error(`Schemathesis found:\n${found}\n\n${output}`);
  }
  const typesOf = (all: readonly { readonly type: string }[]): string[] =>
    [...new Set(all.map(({ type }) => type))].sort();
  expect(typesOf(findings)).toEqual(typesOf(failures));
}
