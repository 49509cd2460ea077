// Three tiers, told apart by the file's name: unit tests need nothing, integration tests a PostgreSQL,
// end-to-end tests a running service.
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
  // A busy machine is not a defect: what must be quick says so itself.
  testTimeout: 300_000,
  testSequencer: './test/support/longest-first.mjs',
  projects: [
    { ...shared, displayName: 'unit', testRegex: '(?<!\\.int|\\.e2e)\\.spec\\.ts$' },
    { ...shared, ...database, displayName: 'int', testRegex: '\\.int\\.spec\\.ts$' },
    { ...shared, ...database, displayName: 'e2e', testRegex: '\\.e2e\\.spec\\.ts$' },
  ],
};
