// Bugs in SQL transactions, commit outcomes and idempotency keys.

export const SQL = [
  {
    name: 'rollback-tag-ignored',
    why: 'The server answers the COMMIT of a failed SQL transaction with ROLLBACK, and the command tag is not checked.',
    file: 'libs/infrastructure/src/postgres/commit.ts',
    find: "if (response.command !== 'COMMIT')",
    replace: "if (response.command === 'NOTHING')",
    caughtBy: { tier: 'int', specs: 'postgres/(sql-transaction|unit-of-work)' },
  },
  {
    name: 'response-before-commit',
    why: 'The response is sent while the commit is still in progress.',
    file: 'libs/infrastructure/src/postgres/sql-transaction.ts',
    find: `if (!(await commit(client, last)))
      await resolveLostCommit(dataSource, await identityRead, hasWrittenRows);`,
    replace: 'void new Promise((resolve) => setTimeout(resolve, 20)).then(() => commit(client, last));',
    caughtBy: { tier: 'int', specs: 'postgres/(sql-transaction|unit-of-work)' },
  },
  {
    name: 'crashed-server-without-survivors',
    why: 'After an apparent server crash a surviving session is not terminated, and a commit in progress counts as lost.',
    file: 'libs/infrastructure/src/postgres/commit-outcome.ts',
    find: 'await client.query(TERMINATE_SAME_SESSION, [id, beganAt]);',
    replace: 'await Promise.resolve({ rowCount: 0 });',
    caughtBy: { tier: 'deep', specs: 'postgres/commit-outcome' },
  },
  {
    name: 'row-count-not-checked',
    why: 'An update of missing rows is pipelined with COMMIT without a check of its row count.',
    file: 'libs/infrastructure/src/postgres/named-query.ts',
    find: 'SELECT 1 / (count(*)',
    replace: 'SELECT (count(*)',
    caughtBy: { tier: 'int', specs: 'postgres/sql-transaction' },
  },
  {
    name: 'unknown-outcome-treated-as-committed',
    why: 'When the response to COMMIT is lost and its outcome stays unknown, the caller gets a success.',
    file: 'libs/infrastructure/src/postgres/sql-transaction.ts',
    find: "if (outcome === 'unknown') throw new OutcomeUnknown();",
    replace: '',
    caughtBy: { tier: 'deep', specs: 'postgres/commit-outcome' },
  },
  {
    name: 'key-outside-the-sql-transaction',
    why: 'The idempotency key is claimed on another connection, so a rollback does not release it.',
    file: 'libs/infrastructure/src/postgres/unit-of-work.ts',
    find: 'response = await claimKey(manager, request);',
    replace: 'response = await claimKey(this.dataSource.manager, request);',
    caughtBy: { tier: 'int', specs: 'postgres/unit-of-work' },
  },
  {
    name: 'key-without-fingerprint',
    why: 'A different request under the same idempotency key gets the first response.',
    file: 'libs/infrastructure/src/postgres/idempotency-keys.ts',
    find: 'requireSameRequest(key, stored);\n',
    replace: '',
    caughtBy: { tier: 'int', specs: 'postgres/unit-of-work' },
  },
  {
    name: 'nested-sql-transaction',
    why: 'A nested SQL transaction is a savepoint at best and a second connection at worst.',
    file: 'libs/infrastructure/src/postgres/sql-transaction.ts',
    find: "if (transactionScope.getStore()?.isOpen === true)\n    throw new Error('A SQL",
    replace: "if (transactionScope.getStore() === null)\n    throw new Error('A SQL",
    caughtBy: { tier: 'int', specs: 'postgres/sql-transaction' },
  },
  {
    name: 'lock-order',
    why: 'Concluding a payment locks the request before the balance; closing an account locks them in the opposite order.',
    file: 'libs/payments/src/payment-request/conclude-attempt.ts',
    find: `    await stores.balances.lock(started.accountId);
    const { request, attempt } = await lockRequestAndAttempt(stores, started);
    if (attempt.status !== 'started') return attempt;
`,
    replace: `    const { request, attempt } = await lockRequestAndAttempt(stores, started);
    await stores.balances.lock(started.accountId);
    if (attempt.status !== 'started') return attempt;
`,
    caughtBy: { isSimulated: true },
  },
  {
    name: 'unescaped-like-wildcard',
    why: 'A percent sign in a search matches everything.',
    file: 'libs/infrastructure/src/postgres/case-folding.ts',
    find: '`%${search.replaceAll(/[\\\\%_]/g, String.raw`\\$&`)}%`;',
    replace: '`%${search}%`;',
    caughtBy: { tier: 'int', specs: 'identity/identity-stores' },
  },
  {
    name: 'pool-client-error-unhandled',
    why: 'An idle connection that breaks emits an unhandled error and ends the process.',
    file: 'libs/infrastructure/src/postgres/database-pool.ts',
    find: "    this.on('connect', (client) => client.on('error', () => undefined));\n",
    replace: '',
    caughtBy: { tier: 'unit', specs: 'database-pool' },
  },
  {
    name: 'commit-in-progress-treated-as-aborted',
    why: 'A commit that is still in progress counts as aborted, and takes effect later.',
    file: 'libs/infrastructure/src/postgres/commit-outcome.ts',
    find: `  if (status === 'in progress') await client.query(TERMINATE_SESSION, [id]);
  return undefined;`,
    replace: `  return 'aborted';`,
    caughtBy: { tier: 'deep', specs: 'postgres/commit-outcome' },
  },
  {
    name: 'response-of-another-attempt',
    why: 'A lost attempt counts as committed because another attempt stored a response under its key.',
    file: 'libs/infrastructure/src/postgres/idempotency-keys.ts',
    find: '${BY_KEY} AND answer::jsonb = $5::jsonb',
    replace: '${BY_KEY} AND $5::jsonb IS NOT NULL',
    caughtBy: { tier: 'int', specs: 'postgres/unit-of-work' },
  },
  {
    name: 'idempotency-key-retention-too-short',
    why: 'Idempotency keys are deleted after an hour, so a retry on the same day runs twice.',
    file: 'libs/infrastructure/src/postgres/idempotency-keys.ts',
    find: 'retentionPeriod: IDEMPOTENCY_KEY_LIFETIME',
    replace: "retentionPeriod: '1 hour'",
    caughtBy: { tier: 'int', specs: 'postgres/unit-of-work' },
  },
  {
    name: 'old-place-of-keys-not-looked-up',
    why: 'After the upgrade the keys that the previous release has stored for admins are not found, so a retry pays twice.',
    file: 'apps/api/src/common/idempotency/idempotency.ts',
    find: '{ accountId: undefined, copyAccountId: named }',
    replace: '{ accountId: named }',
    caughtBy: { tier: 'deep', specs: 'idempotency-by-account' },
  },
  {
    name: 'copy-of-key-not-stored',
    why: 'A key that is stored while keys move to their accounts is not found after the move.',
    file: 'libs/infrastructure/src/postgres/idempotency-keys.ts',
    find: 'storeIn(manager, placesOf(key), response)',
    replace: 'storeIn(manager, placesOf(key).slice(0, 1), response)',
    caughtBy: { tier: 'int', specs: 'postgres/unit-of-work' },
  },
  {
    name: 'event-id-before-balance-lock',
    why: 'An event gets its id before the balance is locked, so a consumer that has read a higher id misses it.',
    file: 'libs/infrastructure/src/ledger/ledger.sql.ts',
    find: 'ORDER BY account_id FOR NO KEY UPDATE`',
    replace: 'ORDER BY account_id`',
    caughtBy: { tier: 'int', specs: 'ledger/event-feed' },
  },
];
