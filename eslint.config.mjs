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

// Who may import whom. Arrows point inward: apps → infrastructure → identity, accounts, ledger, payments → kernel.
const walls = [
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
  // The client knows the service by its contract alone.
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:client'] },
  ...['api', 'cli'].map((name) => ({
    sourceTag: `scope:${name}`,
    onlyDependOnLibsWithTags: ['type:kernel', 'type:domain', 'type:infrastructure'],
  })),
  // In the browser: the service by its contract, and the rules that both sides know.
  { sourceTag: 'scope:console', onlyDependOnLibsWithTags: ['type:kernel', 'type:domain', 'type:client'] },
  // An example for users of the domain libraries, who have no database.
  { sourceTag: 'scope:playground', onlyDependOnLibsWithTags: ['type:kernel', 'type:domain'] },
  // The one app that imports another: its Nest modules without controllers, @florin/api/core/*, and for mails the texts and
  // formats of the pages, @florin/api/payment-page/* and @florin/api/pages/*.
  {
    sourceTag: 'scope:worker',
    onlyDependOnLibsWithTags: ['type:kernel', 'type:domain', 'type:infrastructure', 'scope:api'],
  },
];

// Specs may use test libraries; the arrows between our own libraries hold for them too.
const wallsForSpecs = walls.map(({ allowedExternalImports: _, ...wall }) => wall);

const boundaries = (depConstraints, allow = []) => [
  'error',
  { allow, enforceBuildableLibDependency: false, checkNestedExternalImports: false, depConstraints },
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.nx/**',
      '.data/**',
      '.cache/**',
      'test/fixtures/**',
      // Made by a program, for the compiler to read.
      'libs/client/src/schema.ts',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(walls),
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // The domain decides; time, randomness and I/O are passed in.
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
      // What all specs share, such as their databases, belongs to no library.
      '@nx/enforce-module-boundaries': boundaries(wallsForSpecs, ['^(\\.\\./)+test/support/']),
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  // Rules that need types take most of the time. They run with the deep tests only (`nx lint:deep tests`).
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
    // They span the projects.
    files: ['test/**/*.ts', 'tools/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
);
