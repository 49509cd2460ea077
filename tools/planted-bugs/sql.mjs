// Mistakes with SQL transactions, and with what is promised about them.

export const SQL = [
  {
    name: 'swallowed-statement-error',
    why: 'The server turned the COMMIT of a failed SQL transaction into a ROLLBACK, and nobody reads the tag.',
    file: 'libs/infrastructure/src/postgres/commit.ts',
    find: "if (response.command !== 'COMMIT')",
    replace: "if (response.command === 'NOTHING')",
    caughtBy: { tier: 'int', specs: 'postgres/(sql-transaction|unit-of-work)' },
  },
  {
    name: 'answer-before-commit',
    why: 'The caller is answered while the commit is still under way.',
    file: 'libs/infrastructure/src/postgres/sql-transaction.ts',
    find: `if (!(await commit(client, last)))
      await resolveLostCommit(dataSource, await identityRead, hasWrittenRows);`,
    replace: 'void new Promise((resolve) => setTimeout(resolve, 20)).then(() => commit(client, last));',
    caughtBy: { tier: 'int', specs: 'postgres/(sql-transaction|unit-of-work)' },
  },
  {
    name: 'survivor-taken-for-dead',
    why: 'A server that looks as if it had crashed is believed to run nothing of before, and a commit is called lost that is under way.',
    file: 'libs/infrastructure/src/postgres/commit-outcome.ts',
    find: 'await client.query(TERMINATE_SAME_SESSION, [id, beganAt]);',
    replace: 'await Promise.resolve({ rowCount: 0 });',
    caughtBy: { tier: 'deep', specs: 'postgres/commit-outcome' },
  },
  {
    name: 'wrong-count-goes-through',
    why: 'A change of rows that are not there is sent with the COMMIT, and nobody counts before it is too late.',
    file: 'libs/infrastructure/src/postgres/named-query.ts',
    find: 'SELECT 1 / (count(*)',
    replace: 'SELECT (count(*)',
    caughtBy: { tier: 'int', specs: 'postgres/sql-transaction' },
  },
  {
    name: 'lost-commit-taken-for-done',
    why: 'When the answer to COMMIT is lost and nobody can tell what became of it, the caller is told it worked.',
    file: 'libs/infrastructure/src/postgres/sql-transaction.ts',
    find: "if (outcome === 'unknown') throw new OutcomeUnknown();",
    replace: '',
    caughtBy: { tier: 'int', specs: 'postgres/sql-transaction' },
  },
  {
    name: 'key-outside-the-sql-transaction',
    why: 'The idempotency key is claimed on a connection of its own, so it stays claimed when the work is rolled back.',
    file: 'libs/infrastructure/src/postgres/unit-of-work.ts',
    find: 'response = await claimKey(manager, request);',
    replace: 'response = await claimKey(this.dataSource.manager, request);',
    caughtBy: { tier: 'int', specs: 'postgres/unit-of-work' },
  },
  {
    name: 'key-not-compared',
    why: 'Another request under the same key gets the answer to the first.',
    file: 'libs/infrastructure/src/postgres/idempotency-keys.ts',
    find: 'requireSameRequest(key, stored);\n',
    replace: '',
    caughtBy: { tier: 'int', specs: 'postgres/unit-of-work' },
  },
  {
    name: 'nested-sql-transaction',
    why: 'A SQL transaction inside another is a savepoint at best and a second connection at worst.',
    file: 'libs/infrastructure/src/postgres/sql-transaction.ts',
    find: "if (transactionScope.getStore()?.isOpen === true)\n    throw new Error('A SQL",
    replace: "if (transactionScope.getStore() === null)\n    throw new Error('A SQL",
    caughtBy: { tier: 'int', specs: 'postgres/sql-transaction' },
  },
  {
    name: 'lock-order',
    why: 'Whoever concludes a payment locks the request before the book, and whoever closes an account the other way round.',
    file: 'libs/payments/src/payment-request/conclude-attempt.ts',
    find: `    await stores.books.lock(started.accountId);
    const { request, attempt } = await lockBoth(stores, started);
    if (attempt.status !== 'started') return attempt;
`,
    replace: `    const { request, attempt } = await lockBoth(stores, started);
    await stores.books.lock(started.accountId);
    if (attempt.status !== 'started') return attempt;
`,
    caughtBy: { isSimulated: true },
  },
  {
    name: 'search-by-wildcard',
    why: 'A percent sign in a search matches everything.',
    file: 'libs/infrastructure/src/identity/typeorm-user.directory.ts',
    find: 'const pattern = `%${search.replaceAll(/[\\\\%_]/g, String.raw`\\$&`)}%`;',
    replace: 'const pattern = `%${search}%`;',
    caughtBy: { tier: 'int', specs: 'identity/identity-stores' },
  },
  {
    name: 'unheard-break',
    why: 'A connection that breaks while nobody has it ends the process.',
    file: 'libs/infrastructure/src/postgres/database-pool.ts',
    find: "    this.on('connect', (client) => client.on('error', () => undefined));\n",
    replace: '',
    caughtBy: { tier: 'unit', specs: 'database-pool' },
  },
  {
    name: 'running-taken-for-aborted',
    why: 'A commit that the server has not come to yet is called undone, and takes place after that.',
    file: 'libs/infrastructure/src/postgres/commit-outcome.ts',
    find: `  if (status === 'in progress') await client.query(TERMINATE_SESSION, [id]);
  return undefined;`,
    replace: `  return 'aborted';`,
    caughtBy: { tier: 'deep', specs: 'postgres/commit-outcome' },
  },
  {
    name: 'answer-of-another-attempt',
    why: 'A work that was lost is called saved, because somebody else has kept an answer under its key.',
    file: 'libs/infrastructure/src/postgres/idempotency-keys.ts',
    find: '${BY_KEY} AND answer::jsonb = $5::jsonb',
    replace: '${BY_KEY} AND $5::jsonb IS NOT NULL',
    caughtBy: { tier: 'int', specs: 'postgres/unit-of-work' },
  },
  {
    name: 'key-forgotten-too-soon',
    why: 'Keys are cleared away after an hour, and whoever asks again on the same day does the thing twice.',
    file: 'libs/infrastructure/src/postgres/idempotency-keys.ts',
    find: 'retentionPeriod: IDEMPOTENCY_KEY_LIFETIME',
    replace: "retentionPeriod: '1 hour'",
    caughtBy: { tier: 'int', specs: 'postgres/unit-of-work' },
  },
  {
    name: 'numbered-before-the-book-is-held',
    why: 'An event gets its id while another is told above it, and whoever has read that one never sees it.',
    file: 'libs/infrastructure/src/ledger/ledger.sql.ts',
    find: "ORDER BY account_id FOR NO KEY UPDATE'",
    replace: "ORDER BY account_id'",
    caughtBy: { tier: 'int', specs: 'ledger/event-feed' },
  },
];
