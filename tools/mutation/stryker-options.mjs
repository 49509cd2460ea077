// Stryker options for one library. Only its unit tests count: domain rules must not need a database to be tested.

/** Mutation score, in percent, that every library must reach. */
export const REQUIRED_SCORE = 85;

const LEFT_OUT = [
  '**/*.spec.ts',
  '**/testing/**',
  // In-memory adapters: the contract suites that test them also test the adapters on PostgreSQL.
  '**/memory/**',
  // A word list: removing a word is not a defect.
  '**/common-passwords.ts',
];

export const folder = '.cache/mutation';

export function strykerOptions(library, { concurrency, incremental }) {
  return {
    mutate: [`libs/${library}/src/**/*.ts`, ...LEFT_OUT.map((pattern) => `!${pattern}`)],
    ignorePatterns: [
      '**',
      '!package.json',
      '!.swcrc',
      '!jest.config.mjs',
      '!tools/mutation/*',
      `!libs/${library}/**`,
    ],
    plugins: ['@stryker-mutator/jest-runner'],
    testRunner: 'jest',
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    jest: { configFile: 'tools/mutation/jest.config.mjs', enableFindRelatedTests: false },
    coverageAnalysis: 'perTest',
    concurrency,
    // Long, so that a busy machine does not count a slow mutant as killed. Stryker stops endless loops by their iterations.
    timeoutMS: 15_000,
    timeoutFactor: 4,
    // A full run also stores its results for the next incremental run.
    incremental: true,
    force: !incremental,
    incrementalFile: `${folder}/${library}-incremental.json`,
    tempDirName: `${folder}/${library}-sandbox`,
    reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    htmlReporter: { fileName: `${folder}/${library}.html` },
    jsonReporter: { fileName: `${folder}/${library}.json` },
    thresholds: { high: REQUIRED_SCORE, low: REQUIRED_SCORE, break: REQUIRED_SCORE },
    warnings: { slow: false, unserializableOptions: true },
    logLevel: 'warn',
    allowConsoleColors: false,
  };
}
