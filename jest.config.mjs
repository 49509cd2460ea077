import { availableParallelism } from 'node:os';

// The tier is in the file's name: unit tests need nothing, integration tests a PostgreSQL server, end-to-end tests a
// running service. Deep tests are the long ones that `npm run test:deep` runs.
const shared = {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test', '<rootDir>/tools'],
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@florin/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['/dist/'],
  cacheDirectory: '<rootDir>/.cache/jest',
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/test/fixtures/'],
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
  reporters: ['default', './test/support/result-reporter.mjs'],
  projects: [
    { ...shared, displayName: 'unit', testRegex: '(?<!\\.int|\\.e2e|\\.deep)\\.spec\\.ts$' },
    { ...shared, ...database, displayName: 'int', testRegex: '\\.int\\.spec\\.ts$' },
    { ...shared, ...database, displayName: 'e2e', testRegex: '\\.e2e\\.spec\\.ts$' },
    { ...shared, ...database, displayName: 'deep', testRegex: '\\.deep\\.spec\\.ts$' },
  ],
};
