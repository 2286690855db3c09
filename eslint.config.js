import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { comments } from './eslint.comments.js';

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
const server = './backend/src';
// Not database/migrations: migrations import the schemas of the records that they change.
const foundations = ['http', 'database/*.ts', 'database/transactions', 'cli', 'exports'];
const services = ['audit', 'stats', 'rate-limit'];
const features = ['auth', 'customers', 'payments', 'checkout', 'orders', 'mail', 'reconciliation', 'reports'];
const below = (folders, above) =>
  folders.flatMap((folder) =>
    above.map((other) => ({
      target: `${server}/${folder}`,
      from: `${server}/${other}`,
      message: `${folder} lies below ${other}: features import services, services import foundations.`,
    })),
  );

/** Zones that isolate a package: others import it by its name only, and it imports none of their folders. */
const wall = (root, others) => [
  ...others.map((other) => ({ target: other, from: `${root}/src`, message: 'Import it by its name.' })),
  ...others.map((other) => ({ target: root, from: other, message: 'The package stands alone.' })),
];

const database = './packages/embedded-database';
const zones = [
  ...below(foundations, [...services, ...features, 'web', 'health', 'seed']),
  ...below(services, [...features, 'web', 'health', 'seed']),
  // All three programs import domain/, which imports none of them.
  { target: './domain', from: ['./backend', './browser', './admin', './checkout', './e2e', './packages'] },
  { target: './browser', from: ['./backend', './admin', './checkout', './e2e', './packages'] },
  { target: './admin', from: ['./backend/src', './checkout/src'] },
  { target: './checkout', from: ['./backend/src', './admin/src'] },
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
  ...wall(database, ['./backend', './domain', './admin', './checkout', './e2e']),
];

export default defineConfig(
  globalIgnores(['**/dist', '.build', 'test-results', 'playwright-report', '**/*.config.{js,ts}']),
  js.configs.recommended,
  { plugins: { comments }, rules: { 'comments/subject-first': 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  },
  { files: ['**/*.mjs'], languageOptions: { globals: globals.node } },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts', '.tsx', '.js'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      // Imports name the compiled files (.js) of sources (.ts, .tsx).
      'import-x/resolver-next': [
        createNodeResolver({
          extensions: ['.ts', '.tsx', '.js'],
          extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
        }),
      ],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
    },
  },
  { files: ['{admin,checkout}/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  {
    // Tests check the bodies of HTTP responses, whose type is any.
    files: ['**/*.{spec,test}.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  prettier,
);
