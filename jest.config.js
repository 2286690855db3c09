import { join } from 'node:path';

const testing = join(import.meta.dirname, 'backend/src/testing');

/** @type {import('jest').Config} */
export default {
  // A worker loads packages once, not once per spec file, which took half of the time of the suites.
  testEnvironment: join(testing, 'single-realm-environment.mjs'),
  runtime: join(testing, 'native-packages-runtime.cjs'),
  roots: ['<rootDir>/backend', '<rootDir>/domain'],
  testRegex: '\\.spec\\.ts$',
  testTimeout: 30_000,
  // The database and the argon2 hashes need a core of their own.
  maxWorkers: 2,
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
