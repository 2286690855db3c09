/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
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
  // Nest 12 ships ES modules only, and Jest requires those natively from Node 24.9 on.
  transformIgnorePatterns: ['/node_modules/(?!@nestjs/)'],
};
