import { project } from '../../scripts/jest/project.mjs';

/** @type {import('jest').ProjectConfig} */
export default {
  ...project,
  displayName: 'database',
  roots: ['<rootDir>/src', '<rootDir>/bench'],
  globalSetup: '<rootDir>/src/testing/global-setup.mjs',
};
