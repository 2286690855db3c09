import { join } from 'node:path';

/**
 * Settings of the specs of the backend and of those of the database, both of which `jest` in package.json names. Its workers are
 * two on two cores, beside the database in a process of its own: a third one loads and compiles the same once more, which is a
 * tenth of the processor time, and saves no more of the waiting than that.
 * Its time limit ends a test that hangs: on a machine with other work, the longest one takes ten times its time.
 * @type {import('jest').ProjectConfig}
 */
export const project = {
  // A worker loads packages and the project's files once: loading them for each spec file took most of the suites' time.
  testEnvironment: join(import.meta.dirname, 'single-realm-environment.mjs'),
  runtime: join(import.meta.dirname, 'shared-modules-runtime.cjs'),
  testRegex: '\\.spec\\.ts$',
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
