import { project } from '../scripts/jest/project.mjs';

/** @type {import('jest').ProjectConfig} */
export default {
  ...project,
  displayName: 'backend',
  roots: ['<rootDir>', '<rootDir>/../domain', '<rootDir>/../packages/bank-files'],
  globalSetup: '<rootDir>/src/testing/global-setup.mjs',
  globalTeardown: '<rootDir>/src/testing/global-teardown.mjs',
};
