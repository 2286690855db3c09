import { join } from 'node:path';

const testing = join(import.meta.dirname, 'backend/src/testing');

/** @type {import('jest').Config} */
export default {
  // A worker loads packages and the project's files once: loading them for each spec file took most of the suites' time.
  testEnvironment: join(testing, 'single-realm-environment.mjs'),
  runtime: join(testing, 'shared-modules-runtime.cjs'),
  roots: ['<rootDir>/backend', '<rootDir>/domain'],
  testRegex: '\\.spec\\.ts$',
  // Ends a test that hangs: on a machine with other work, the longest one takes ten times its time.
  testTimeout: 240_000,
  // On two cores: a spec file waits for half of its time, for the database in its own process, a timeout or a program.
  maxWorkers: 4,
  globalSetup: '<rootDir>/backend/src/testing/global-setup.mjs',
  globalTeardown: '<rootDir>/backend/src/testing/global-teardown.mjs',
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '\\.[jt]s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2023',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
};
