import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

const domain = [
  'libs/kernel/src/**/*.ts',
  'libs/identity/src/**/*.ts',
  'libs/accounts/src/**/*.ts',
  'libs/ledger/src/**/*.ts',
  'libs/payments/src/**/*.ts',
  'libs/webhooks/src/**/*.ts',
];
const specs = ['**/*.spec.{ts,tsx}', '**/testing/**/*.{ts,tsx}'];

// Which projects may import which: apps → infrastructure → identity, accounts, ledger, payments, webhooks → kernel.
const boundaryRules = [
  { sourceTag: 'type:kernel', onlyDependOnLibsWithTags: ['type:kernel'], allowedExternalImports: [] },
  {
    sourceTag: 'type:domain',
    onlyDependOnLibsWithTags: ['type:kernel', 'type:domain'],
    allowedExternalImports: [],
  },
  ...['identity', 'accounts', 'ledger', 'payments', 'webhooks'].map((name) => ({
    sourceTag: `scope:${name}`,
    onlyDependOnLibsWithTags: [`scope:${name}`, 'scope:kernel'],
  })),
  {
    sourceTag: 'type:infrastructure',
    onlyDependOnLibsWithTags: ['type:kernel', 'type:domain', 'type:infrastructure'],
  },
  // The client depends on the API contract only.
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:client'] },
  ...['api', 'cli'].map((name) => ({
    sourceTag: `scope:${name}`,
    onlyDependOnLibsWithTags: ['type:kernel', 'type:domain', 'type:infrastructure'],
  })),
  // Runs in the browser: calls the API with the client, and shares state machines, permissions and currencies with it.
  { sourceTag: 'scope:console', onlyDependOnLibsWithTags: ['type:kernel', 'type:domain', 'type:client'] },
  // An example of the domain libraries without a database.
  { sourceTag: 'scope:playground', onlyDependOnLibsWithTags: ['type:kernel', 'type:domain'] },
  // The only app that imports another: the Nest modules without controllers (@florin/api/core/*) and, for mails, the texts and
  // formats of the pages (@florin/api/payment-page/*, @florin/api/pages/*).
  {
    sourceTag: 'scope:worker',
    onlyDependOnLibsWithTags: ['type:kernel', 'type:domain', 'type:infrastructure', 'scope:api'],
  },
];

// Specs may import packages for tests. The rules between the projects apply to them, too.
const boundaryRulesForSpecs = boundaryRules.map(({ allowedExternalImports: _, ...rule }) => rule);

const boundaries = (depConstraints, allow = []) => [
  'error',
  { allow, enforceBuildableLibDependency: false, checkNestedExternalImports: false, depConstraints },
];

const commonRules = {
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.nx/**',
      '.data/**',
      '.cache/**',
      'test/fixtures/**',
      // Generated.
      'libs/client/src/schema.ts',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(boundaryRules),
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      ...commonRules,
    },
  },
  {
    // Scripts run as they are, without a build step.
    files: ['**/*.mjs'],
    extends: [...tseslint.configs.strict],
    rules: {
      ...commonRules,
      eqeqeq: 'error',
      'no-dupe-keys': 'error',
      'no-fallthrough': 'error',
      'no-unreachable': 'error',
      'no-unsafe-finally': 'error',
    },
  },
  {
    // Domain code is pure: time, random values and I/O are arguments.
    files: domain,
    ignores: specs,
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['node:*'], message: 'The domain is independent of the platform.' }] },
      ],
      'no-restricted-globals': ['error', 'process', 'Buffer', 'fetch'],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Pass the time as an argument.',
        },
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'Pass the time as an argument.',
        },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'Pass randomness as an argument.',
        },
      ],
    },
  },
  {
    // SystemClock reads the time. Randomness and the platform stay restricted in memory/.
    files: ['libs/kernel/src/memory/system-clock.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: [...specs, 'test/**/*.ts', 'tools/**/*.ts'],
    rules: {
      // Test support that all specs share, such as databases, belongs to no library.
      '@nx/enforce-module-boundaries': boundaries(boundaryRulesForSpecs, ['^(\\.\\./)+test/support/']),
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  // Rules that need types take most of the time, so they run only with the deep tests (`nx lint:deep tests`).
  ...(process.env.LINT_DEEP === undefined
    ? [
        {
          files: ['**/*.{ts,tsx}'],
          extends: [tseslint.configs.disableTypeChecked],
          languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
          linterOptions: { reportUnusedDisableDirectives: 'off' },
        },
      ]
    : []),
  {
    // They use all projects.
    files: ['test/**/*.ts', 'tools/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
);
