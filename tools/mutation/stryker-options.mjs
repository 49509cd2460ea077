// What the mutation tester is told about one library. Only its unit tests count: a mutant that needs a database to be
// noticed is a rule that the domain does not test.

/** The share of mutants, in per cent, that has to be noticed in every library. */
export const REQUIRED_SCORE = 85;

/** Not mutated, and why. What has no behaviour (ports, types, doors) has no mutants to begin with. */
const LEFT_OUT = [
  '**/*.spec.ts',
  // What tests are made of is not what they test.
  '**/testing/**',
  // In-memory adapters: the contract suites that test them also test the adapters on PostgreSQL.
  '**/memory/**',
  // A list of words: a word more or less is no defect that a test could name.
  '**/common-passwords.ts',
];

export const folder = '.cache/mutation';

/** Everything that a run leaves lies below .cache, which git, Jest, ESLint, Prettier and Nx do not look into. */
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
    // Endless loops are counted and cut short; the clock is the last resort, and must not count a busy machine's
    // delay as a mutant that was noticed.
    timeoutMS: 15_000,
    timeoutFactor: 4,
    // A run that is not incremental tests every mutant, and leaves its results for one that is.
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
