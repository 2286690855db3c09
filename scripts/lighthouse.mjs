// npm run lighthouse: starts the server on an empty database and compares the scores of the checkout's first page and a
// visitor's page on a simulated slow phone with their goals. Lighthouse is downloaded on demand: it is larger than all
// other packages together.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { build, install, main, root, run } from './build-system.mjs';

const version = '12.8.2';
const flags = '--headless=new --no-sandbox --disable-gpu';
/** Visits per page: their median is compared with the goals, as a single visit may meet a busy browser. */
const visits = 3;
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
/** Scores in percent; times in milliseconds on Lighthouse's simulated phone. */
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
  "Usage: npm run lighthouse\n\nHolds the checkout's first page and a visitor's page, as a slow phone sees them, to their goals.";

/** Submits a checkout, and returns the path of the visitor's page. */
async function purchase(url) {
  const options = await (await fetch(`${url}/api/checkout/options`)).json();
  const response = await fetch(`${url}/api/payments/checkout`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      customer: {
        fullName: 'Ann Example',
        email: 'ann@example.com',
        phone: '+1 512 555 0100',
        address: '1 Main Street',
        city: 'Austin',
        postalCode: '78701',
        country: 'usa',
        province: null,
        state: 'texas',
      },
      payment: {
        paymentMethod: 'bankTransfer',
        amount: options.locations.usa.amount,
        currency: 'USD',
        status: 'pending',
        transferDate: '2099-01-01',
        transferReference: '',
      },
    }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`The purchase failed: ${answer.message}`);
  return answer.orderPath;
}

await main({ usage }, async () => {
  await install({ tools: true });
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
    const env = { ...process.env, CHROME_PATH: (await chromium()) ?? '' };
    const measure = async (page, path, pageGoals) => {
      const file = join(folder, `${page}.json`);
      const options = ['--quiet', `--chrome-flags=${flags}`, '--output=json', `--output-path=${file}`];
      const reports = [];
      while (reports.length < visits) {
        await run('npx', ['--yes', `lighthouse@${version}`, `${url}${path}`, ...options], { env });
        reports.push(JSON.parse(readFileSync(file, 'utf8')));
      }
      console.log(page);
      for (const { name, goal, of, met } of pageGoals) {
        const value = median(reports.map(of));
        console.log(
          `  ${name.padEnd(26)} ${Number(value.toFixed(3))} (goal ${goal}) ${met(value) ? 'met' : 'missed'}`,
        );
        if (!met(value)) process.exitCode = 1;
      }
    };
    await measure('checkout', '/', goals);
    // Search engines must not keep a visitor's page.
    await measure(
      'visitor',
      await purchase(url),
      goals.filter(({ name }) => name !== 'seo'),
    );
  } finally {
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
});
