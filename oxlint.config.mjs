import { defineConfig } from 'oxlint';
import { unique, unordered, untold } from './lint/exemptions.mjs';

/** The server's features; each writes its own collections. */
const features = [
  'auth',
  'customers',
  'payments',
  'documents',
  'payouts',
  'bank',
  'notifications',
  'visitor',
  'cards',
  'care',
  'office',
];

/** Folders that tell of each write, and keep to their own collections; personal data alone knows every collection. */
const writers = [
  ...features.filter((folder) => folder !== 'care'),
  'care/activity',
  'care/comments',
  'care/merges',
  'ledger/books',
];

/** The server's folders, lowest first: a folder imports itself and those before it (lint/layers.mjs). */
const server = {
  root: 'backend/src',
  // The first folder of each layer, for the picture of the rooms (scripts/rooms.mjs).
  layers: { ground: 'platform', services: 'audit', features: features[0], programs: 'programs' },
  // The ground knows nothing of the business; features write through the services.
  folders: ['platform', 'audit', 'ledger', 'mail', ...features, 'programs', '.'],
};

const database = 'packages/embedded-database';
const embeddedDatabase = {
  root: `${database}/src`,
  layers: { 'the package': 'values' },
  folders: ['values', 'language', 'storage', 'planner', 'commands', 'protocol', 'server', '.', 'tools'],
};

const bankFiles = {
  root: 'packages/bank-files/src',
  layers: { 'the package': 'common' },
  folders: ['common', 'csv', 'camt', 'mt940', 'ofx', 'qif', '.'],
};

/** The back-office's folders, lowest first. */
const backOffice = {
  root: 'admin/src',
  layers: { 'the parts of screens': 'data', features: 'audit', 'the program': 'app' },
  folders: [
    // The server's answers, and the parts of screens.
    'data',
    'ui',
    'audit',
    'mail',
    'care',
    'customers',
    'bank',
    'cards',
    'documents',
    'payments',
    'auth',
    'office',
    'app',
  ],
};

/** Zones of a folder that imports from none of the others. */
const apart = (folder, others) =>
  others.map((from) => ({ target: folder, from, message: `${folder} stands apart from ${from}.` }));

/** Zones that isolate a package: others import it by its name only, and it imports none of their folders. */
const wall = (root, others) => [
  ...others.map((other) => ({ target: other, from: `${root}/src`, message: 'Import it by its name.' })),
  ...apart(root, others),
];

const frozen = 'a migration is frozen: it carries copies of what it needs.';

const zones = [
  {
    target: `${server.root}/platform/database/migrations/0*`,
    only: [
      `${server.root}/platform/database/migrations/migration.js`,
      `${server.root}/platform/database/batches`,
    ],
    message: frozen,
  },
  {
    target: `${server.root}/platform/database/migrations/migration.ts`,
    only: [],
    message: frozen,
  },
  {
    target: `${server.root}/platform/database/batches`,
    only: [`${server.root}/platform/database/batches`],
    message: 'migrations, which are frozen, import it: it needs nothing that changes.',
  },
  // All three programs import domain/, which imports none of them.
  ...apart('domain', ['backend', 'browser', 'admin', 'checkout', 'e2e', 'packages']),
  ...apart('browser', ['backend', 'admin', 'checkout', 'e2e', 'packages']),
  ...apart('admin', ['backend/src', 'checkout/src']),
  ...apart('checkout', ['backend/src', 'admin/src']),
  ...wall(database, ['backend', 'domain', 'admin', 'checkout', 'e2e']),
  ...apart('packages/bank-files', ['backend', 'domain', 'browser', 'admin', 'checkout', 'e2e', database]),
];

/** Rules on values of the type any. */
const onAny = ['argument', 'assignment', 'call', 'member-access', 'return'].map(
  (use) => `typescript/no-unsafe-${use}`,
);
const all = (rules, severity) => Object.fromEntries(rules.map((rule) => [rule, severity]));

const senders = ['fetch', 'XMLHttpRequest', 'EventSource'];
const oneSender = 'browser/http.ts sends every call: with its time limit, and failures as HttpError.';

const noNullAsLeftOut = {
  name: 'class-validator',
  importNames: ['IsOptional'],
  message:
    'It lets null through: OptionalField (backend/src/platform/http) is for a field that may be left out.',
};

const noFetchUtils = { name: 'react-admin', importNames: ['fetchUtils'], message: oneSender };

const typedKeysOnly = {
  name: 'react-admin',
  importNames: ['useTranslate'],
  message:
    'Import it from admin/src/ui/i18n/useTranslate.ts: the key of a text that is not there does not compile.',
};

const useWriteOnly = {
  name: '@tanstack/react-query',
  importNames: ['useMutation'],
  message: 'useWrite sends a write once, also at a double click, and asks for its key.',
};

const dataProviderOnly = {
  regex: '(?:^#|/)browser/http(?:\\.js)?$|/session/request\\.js$',
  importNames: ['send', 'stream', 'request', 'requestStream'],
  message:
    'A call goes through a method of the data provider (admin/src/data), which screens ask by useDataProvider: its records reach the cache.',
};

const unfocused = 'All other tests would be left out. One test runs by its file, or by -t "its title".';

export default defineConfig({
  plugins: ['eslint', 'oxc', 'typescript', 'import', 'react', 'unicorn'],
  jsPlugins: [
    './lint/changes.mjs',
    './lint/collections.mjs',
    './lint/comments.mjs',
    './lint/layers.mjs',
    './lint/order.mjs',
    './lint/pipelines.mjs',
    './lint/tests.mjs',
    './lint/translation.mjs',
  ],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist', '.build', 'test-results', 'playwright-report'],
  rules: {
    'comments/subject-first': 'error',
    'changes/recorded': ['error', { root: server.root, features: [...writers, 'mail'], untold }],
    'collections/own': ['error', { root: server.root, features: writers }],
    'order/sorted': ['error', { root: server.root, unique, unordered }],
    'layers/no-import': ['error', zones],
    'layers/downwards': ['error', [server, backOffice, embeddedDatabase, bankFiles]],
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
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
    // Within a literal that is spread into another, keys that its type does not know compile.
    'unicorn/no-useless-spread': 'error',
    // Conditions of MongoDB's pipelines have the key then.
    'unicorn/no-thenable': 'off',
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
      // Tools ask for these by their default export.
      files: ['**/*.config.{ts,js,mjs}', 'lint/*.mjs', '**/testing/*.mjs', 'scripts/jest/*.mjs'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      // The records of react-admin's parts are of the type any, as its documentation has them: `primaryText={record => …}`.
      files: ['admin/**/*.tsx'],
      rules: all(
        ['argument', 'member-access', 'return'].map((use) => `typescript/no-unsafe-${use}`),
        'off',
      ),
    },
    {
      // The index of a package is its public interface.
      files: ['**/*.{ts,tsx,mjs}'],
      excludeFiles: ['packages/*/src/index.ts'],
      rules: { 'layers/no-reexport': 'error' },
    },
    {
      files: ['{admin,checkout,browser}/**/*.tsx'],
      excludeFiles: ['**/*.test.tsx'],
      rules: { 'translation/beside-text': 'error' },
    },
    {
      // Texts stand in admin/src/ui/i18n.
      files: ['admin/**/*.tsx'],
      excludeFiles: ['**/*.test.tsx'],
      rules: { 'react/jsx-no-literals': ['error', { allowedStrings: [',', ':', '·', '…', '%', '404'] }] },
    },
    {
      files: ['**/*.{spec,test}.{ts,tsx}', '**/testing/**', '{e2e,backend/suites}/**'],
      rules: {
        'tests/no-fixed-wait': 'error',
        // it.only and its like, under the names of all three frameworks.
        'no-restricted-properties': ['error', { property: 'only', message: unfocused }],
        'no-restricted-globals': [
          'error',
          { globals: ['fit', 'fdescribe'].map((name) => ({ name, message: unfocused })) },
        ],
      },
    },
    {
      files: ['{admin,checkout}/src/**/*.{ts,tsx}'],
      excludeFiles: ['**/*.test.{ts,tsx}'],
      rules: {
        'no-restricted-globals': [
          'error',
          {
            globals: senders.map((name) => ({ name, message: oneSender })),
          },
        ],
        // Of window, globalThis or self, as a member or destructured.
        'no-restricted-properties': [
          'error',
          ...[...senders, 'sendBeacon'].map((property) => ({ property, message: oneSender })),
        ],
      },
    },
    {
      // The data provider, and the pages before a sign-in, which have none.
      files: ['admin/src/{data,auth/login}/**/*.{ts,tsx}'],
      rules: { 'no-restricted-imports': ['error', { paths: [useWriteOnly, noFetchUtils, typedKeysOnly] }] },
    },
    {
      files: ['admin/src/**/*.{ts,tsx}'],
      excludeFiles: ['admin/src/{data,auth/login}/**', '**/*.test.{ts,tsx}'],
      rules: {
        'no-restricted-imports': [
          'error',
          { paths: [useWriteOnly, noFetchUtils, typedKeysOnly], patterns: [dataProviderOnly] },
        ],
      },
    },
    {
      files: ['backend/src/**/*.ts'],
      rules: {
        'no-restricted-imports': ['error', { paths: [noNullAsLeftOut] }],
        'pipelines/literal': 'error',
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
