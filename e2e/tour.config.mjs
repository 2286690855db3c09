import base from '../playwright.config.ts';

/** Takes the pictures of the tour: npm run screenshots. */
export default {
  ...base,
  // Relative to this file, where those of the other configuration are to the repository.
  testDir: '.',
  globalSetup: './testing/build.mjs',
  outputDir: '../test-results/journeys',
  testMatch: '*.screenshots.ts',
  reporter: 'list',
  timeout: 300_000,
  use: { ...base.use, screenshot: 'off', trace: 'off', reducedMotion: 'reduce' },
};
