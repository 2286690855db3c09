import shared from '../../jest.config.js';

/** @type {import('jest').Config} */
export default {
  ...shared,
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/src', '<rootDir>/bench'],
  globalSetup: '<rootDir>/src/testing/global-setup.mjs',
  globalTeardown: undefined,
};
