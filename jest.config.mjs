import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const swc = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));
const { parser, transform } = swc.jsc;
const swcForReact = {
  ...swc,
  jsc: {
    ...swc.jsc,
    parser: { ...parser, tsx: true },
    transform: { ...transform, react: { runtime: 'automatic' } },
  },
};

// The tier is in the file's name: unit tests need nothing, integration tests a PostgreSQL server, end-to-end tests a
// running service. Deep tests are the long ones that `npm run test:deep` runs.
const shared = {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test', '<rootDir>/tools'],
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@florin/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.ts$': '@swc/jest', '^.+\\.tsx$': ['@swc/jest', swcForReact] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['/dist/'],
  cacheDirectory: '<rootDir>/.cache/jest',
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/test/fixtures/'],
};

// On the distributed form of the database, on a Citus cluster, some deep tests run, and all integration and end-to-end tests
// but these.
const notOnCitus = {
  'account-shards.int': 'plain PostgreSQL has no shards',
  'data-source.int': 'a wrong password, and a server that is stopped',
  'distribution-plan.int': 'plain PostgreSQL has no nodes',
  'events-foreign-key.int': 'the triggers that the distributed form replaces by a foreign key',
  'ledger-rules.int': 'damages with ALTER TABLE in a SQL transaction, which Citus refuses',
  'lock-order.int': 'planner settings of one session, which do not reach the nodes',
  'superseded-migration.int': 'reverts a migration from before the distributed form',
  'unit-of-work.int': 'a lock timeout of one session, which does not reach the nodes',
  'user-search.int': 'databases with locales of their own',
};

const database = {
  globalSetup: './test/support/global-setup.mjs',
  globalTeardown: './test/support/global-teardown.mjs',
};

export default {
  // A busy machine is not a defect.
  testTimeout: 300_000,
  // Specs with a database wait for it about a third of their time.
  maxWorkers: availableParallelism() + 1,
  testSequencer: './test/support/slowest-first.mjs',
  reporters: ['default', './test/support/result-reporter.mjs'],
  projects: [
    { ...shared, displayName: 'unit', testRegex: '(?<!\\.int|\\.e2e|\\.deep|\\.citus)\\.spec\\.tsx?$' },
    { ...shared, ...database, displayName: 'int', testRegex: '\\.int\\.spec\\.tsx?$' },
    { ...shared, ...database, displayName: 'e2e', testRegex: '\\.e2e\\.spec\\.tsx?$' },
    { ...shared, ...database, displayName: 'deep', testRegex: '\\.deep\\.spec\\.tsx?$' },
    {
      ...shared,
      displayName: 'citus',
      testRegex: [
        `/(?!(?:${Object.keys(notOnCitus).join('|')})\\.)[^/]+\\.(int|e2e|citus)\\.spec\\.tsx?$`,
        '/(close-with-transfers|idempotency-by-account|ledger-races|mails|refund-races|worker-(faults|jobs))\\.deep\\.spec\\.ts$',
      ],
      globalSetup: './test/support/citus-setup.mjs',
      globalTeardown: './test/support/citus-teardown.mjs',
    },
  ],
};
