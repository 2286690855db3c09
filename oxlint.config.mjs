import { defineConfig } from 'oxlint';

/** Zones of folders in layers: each may import those before it in the list, and none after it. */
const layers = (root, folders) =>
  folders.flatMap((folder, at) =>
    folders.slice(at + 1).map((above) => ({
      target: `${root}/${folder}`,
      from: `${root}/${above}`,
      message: `${folder} lies below ${above}: imports go downwards only.`,
    })),
  );

/** The server's folders in layers: foundations, the services that features write through, and features. */
const server = 'backend/src';
// Not database/migrations, whose tests use the whole server.
const foundations = ['http', 'database/*.ts', 'database/transactions', 'cli', 'exports'];
const services = ['audit', 'stats', 'rate-limit', 'submissions'];
const features = ['auth', 'customers', 'payments', 'checkout', 'orders', 'mail', 'reconciliation', 'reports'];
const below = (folders, above) =>
  folders.flatMap((folder) =>
    above.map((other) => ({
      target: `${server}/${folder}`,
      from: `${server}/${other}`,
      message: `${folder} lies below ${other}: features import services, services import foundations.`,
    })),
  );

/** Zones of a folder that imports from none of the others. */
const apart = (folder, others) =>
  others.map((from) => ({ target: folder, from, message: `${folder} stands apart from ${from}.` }));

/** Zones that isolate a package: others import it by its name only, and it imports none of their folders. */
const wall = (root, others) => [
  ...others.map((other) => ({ target: other, from: `${root}/src`, message: 'Import it by its name.' })),
  ...apart(root, others),
];

const database = 'packages/embedded-database';
const zones = [
  ...below(foundations, [...services, ...features, 'web', 'health', 'seed']),
  {
    target: `${server}/database/migrations/0*`,
    only: [`${server}/database`],
    message: 'a migration is frozen: it carries copies of what it needs.',
  },
  ...below(services, [...features, 'web', 'health', 'seed']),
  // All three programs import domain/, which imports none of them.
  ...apart('domain', ['backend', 'browser', 'admin', 'checkout', 'e2e', 'packages']),
  ...apart('browser', ['backend', 'admin', 'checkout', 'e2e', 'packages']),
  ...apart('admin', ['backend/src', 'checkout/src']),
  ...apart('checkout', ['backend/src', 'admin/src']),
  ...layers(`${database}/src`, [
    'values',
    'language',
    'storage',
    'planner',
    'commands',
    'protocol',
    'server',
    'tools',
  ]),
  ...wall(database, ['backend', 'domain', 'admin', 'checkout', 'e2e']),
];

/** Rules on values of the type any. */
const onAny = ['argument', 'assignment', 'call', 'member-access', 'return'].map(
  (use) => `typescript/no-unsafe-${use}`,
);
const all = (rules, severity) => Object.fromEntries(rules.map((rule) => [rule, severity]));

export default defineConfig({
  plugins: ['eslint', 'oxc', 'typescript', 'import', 'react'],
  jsPlugins: ['./lint/comments.mjs', './lint/layers.mjs'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist', '.build', 'test-results', 'playwright-report'],
  rules: {
    'comments/subject-first': 'error',
    'layers/no-import': ['error', zones],
    'import/no-cycle': 'error',
    'import/no-duplicates': ['error', { 'prefer-inline': true }],
    ...all(
      [
        'no-array-constructor',
        'no-case-declarations',
        'no-empty',
        'no-fallthrough',
        'no-prototype-builtins',
        'no-regex-spaces',
        'no-useless-assignment',
        'no-var',
        'prefer-const',
        'prefer-rest-params',
        'prefer-spread',
        'preserve-caught-error',
      ],
      'error',
    ),
    // By default names that begin with an underscore may be unused.
    'no-unused-vars': ['error', { varsIgnorePattern: '^$', argsIgnorePattern: '^$' }],
    // Texts are spread into their characters on purpose.
    'typescript/no-misused-spread': 'off',
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: all(
        [
          ...onAny,
          'typescript/ban-ts-comment',
          'typescript/no-empty-object-type',
          'typescript/no-explicit-any',
          'typescript/no-misused-promises',
          'typescript/no-namespace',
          'typescript/no-require-imports',
          'typescript/no-unnecessary-type-assertion',
          'typescript/no-unnecessary-type-constraint',
          'typescript/no-unsafe-enum-comparison',
          'typescript/no-unsafe-function-type',
          'typescript/only-throw-error',
          'typescript/prefer-promise-reject-errors',
          'typescript/require-await',
          'typescript/restrict-plus-operands',
        ],
        'error',
      ),
    },
    { files: ['**/*.mjs'], env: { node: true }, rules: all(['no-redeclare', 'no-undef'], 'error') },
    {
      files: ['{admin,checkout}/**/*.{ts,tsx}'],
      rules: all(['react/rules-of-hooks', 'react/unsupported-syntax'], 'error'),
    },
    {
      files: ['admin/**/*.{ts,tsx}'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: [
              {
                name: '@tanstack/react-query',
                importNames: ['useMutation'],
                message: 'useWrite sends a write once, also at a double click.',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['**/*.{ts,tsx,mjs}'],
      rules: { 'max-lines': ['error', 400] },
    },
    {
      // Tests may be longer.
      files: ['**/*.{spec,test}.{ts,tsx}', '**/testing/**', 'backend/suites/**'],
      rules: { 'max-lines': 'off' },
    },
    {
      // Tests check the bodies of HTTP responses, whose type is any.
      files: ['**/*.{spec,test}.{ts,tsx}'],
      rules: all([...onAny, 'typescript/require-await'], 'off'),
    },
  ],
});
