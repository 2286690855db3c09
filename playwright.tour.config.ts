import base from './playwright.config.js';

/** Takes the pictures of the tour: npm run screenshots. */
export default {
  ...base,
  testMatch: '*.screenshots.ts',
  reporter: 'list',
  timeout: 300_000,
  use: { ...base.use, screenshot: 'off', trace: 'off', reducedMotion: 'reduce' },
};
