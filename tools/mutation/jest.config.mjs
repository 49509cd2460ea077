// How the unit tests of one domain library run against its mutants: as `npm test` runs them, but in one file.
import workspace from '../../jest.config.mjs';

const { displayName, ...unit } = workspace.projects.find((project) => project.displayName === 'unit');

export default {
  ...unit,
  roots: [`<rootDir>/libs/${process.env.MUTATED_LIBRARY}/src`, '<rootDir>/tools/mutation'],
  testRegex: '/every-spec\\.mjs$',
  // A mutant that leaves a promise open fails the test that waits for it.
  testTimeout: 5_000,
  setupFiles: ['<rootDir>/tools/mutation/few-examples.mjs'],
};
