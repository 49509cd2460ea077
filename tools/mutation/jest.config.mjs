// Runs the unit specs of one domain library in one file, otherwise like `npm test`.
import workspace from '../../jest.config.mjs';

const { displayName: _, ...unit } = workspace.projects.find((project) => project.displayName === 'unit');

export default {
  ...unit,
  roots: [`<rootDir>/libs/${process.env.MUTATED_LIBRARY}/src`, '<rootDir>/tools/mutation'],
  testRegex: '/every-spec\\.mjs$',
  // A mutant that leaves a promise open fails the test that waits for it.
  testTimeout: 5_000,
  setupFiles: ['<rootDir>/tools/mutation/few-examples.mjs'],
};
