import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

/** Journeys through both web applications against the real server; each worker has a server and a database of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/testing/build.mjs',
  // Playwright empties it first: the reports of the other suites stay.
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  // A step may time out on a busy machine; a test that passes in its second run is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  // Each has a server, a database and a browser of its own.
  workers: 2,
  // The longest journeys take some 20 s on a machine of their own.
  timeout: 180_000,
  // A step that takes a second on a machine of its own takes ten beside others.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'America/Toronto',
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page is opened in the process of the one before it: starting one takes as long as a page.
        '--process-per-site',
        // Scripts that are fetched in the background do not use the cache of compiled scripts. The rest is of
        // Playwright's own list, which this one replaces.
        '--disable-features=BackgroundResourceFetch,AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,PaintHolding,ThirdPartyStoragePartitioning',
        // Pages live too short for optimized code to pay, and leave little to collect: room for what they make, and no
        // threads that collect it, take a tenth less.
        '--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=32 --max-semi-space-size=64',
      ],
    },
  },
});
