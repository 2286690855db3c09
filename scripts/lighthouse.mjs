// npm run lighthouse: starts the server on an empty database and holds the checkout's first page, as a slow phone sees
// it, to its goals. Lighthouse is fetched when it is wanted: it is larger than everything else together.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { build, install, main, root, run } from './setup.mjs';

const version = '12.8.2';
const flags = '--headless=new --no-sandbox --disable-gpu';
/** Scores of a hundred; times in milliseconds on Lighthouse's simulated phone. */
const goals = [
  ...['performance', 'accessibility', 'best-practices', 'seo'].map((name) => ({
    name,
    goal: 100,
    of: ({ categories }) => Math.round(categories[name].score * 100),
    met: (value) => value >= 100,
  })),
  // 1.2 s, as Lighthouse shows it.
  { name: 'largest-contentful-paint', goal: 1250 },
  { name: 'total-blocking-time', goal: 50 },
  { name: 'cumulative-layout-shift', goal: 0.01 },
].map((goal) => ({
  of: ({ audits }) => audits[goal.name].numericValue,
  met: (value) => value <= goal.goal,
  ...goal,
}));

const usage =
  "Usage: npm run lighthouse\n\nHolds the checkout's first page, as a slow phone sees it, to its goals.";

await main({ usage }, async () => {
  await install();
  await build();
  const folder = mkdtempSync(join(tmpdir(), 'trip-lighthouse-'));
  const server = spawn(process.execPath, ['dist/backend/src/main.js'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await new Promise((resolve, reject) => {
      server.stdout.on(
        'data',
        (data) => /listens at (http:\S+)/.exec(data)?.[1] && resolve(/http:\S+/.exec(data)[0]),
      );
      server.once('exit', () => reject(new Error('The server ended')));
    });
    const file = join(folder, 'report.json');
    const env = { ...process.env, CHROME_PATH: (await chromium()) ?? '' };
    const options = ['--quiet', `--chrome-flags=${flags}`, '--output=json', `--output-path=${file}`];
    await run('npx', ['--yes', `lighthouse@${version}`, `${url}/`, ...options], { env });
    const report = JSON.parse(readFileSync(file, 'utf8'));
    for (const { name, goal, of, met } of goals) {
      const value = of(report);
      console.log(
        `${name.padEnd(26)} ${Number(value.toFixed(3))} (goal ${goal}) ${met(value) ? 'met' : 'missed'}`,
      );
      if (!met(value)) process.exitCode = 1;
    }
  } finally {
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
});
