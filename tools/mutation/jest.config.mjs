// How the unit tests of one domain library run against its mutants: as `npm test` runs them, and nothing else.
import workspace from '../../jest.config.mjs';

const { displayName, ...unit } = workspace.projects.find((project) => project.displayName === 'unit');

export default {
  ...unit,
  roots: [`<rootDir>/libs/${process.env.MUTATED_LIBRARY}/src`],
  // A thousand random sequences of commands for each mutant would take hours, and make the other specs look good.
  testPathIgnorePatterns: [...unit.testPathIgnorePatterns, '/ledger\\.model\\.spec\\.ts$'],
  // A mutant that leaves a promise open fails the test that waits for it.
  testTimeout: 15_000,
  setupFiles: ['<rootDir>/tools/mutation/few-examples.mjs'],
};
