// npm test: installs what is missing, then runs lint, types, every suite and the browser journeys.
// Ends with one line that sums up all of them: N passed, N failed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { build, install, main, root } from './setup.mjs';

const results = join(root, 'test-results');
const report = (name) => join(results, `${name}.json`);
const bin = (name) => join(root, 'node_modules', '.bin', name);
const env = { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' };

function run(command, args) {
  console.log(`\n> ${[command.replace(`${root}/`, ''), ...args].join(' ')}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

/** Counts what a runner wrote into its report; a runner that failed without a failed test has failed once. */
function count(name, succeeded, read) {
  if (!existsSync(report(name))) return { passed: 0, failed: 1 };
  const { passed, failed } = read(JSON.parse(readFileSync(report(name), 'utf8')));
  return { passed, failed: failed || (succeeded ? 0 : 1) };
}

const jestCounts = ({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) => ({
  passed: numPassedTests,
  failed: numFailedTests + (numRuntimeErrorTestSuites ?? 0),
});

const step = (name, commands) => async () => {
  for (const [command, ...args] of commands)
    if (!(await run(command, args))) {
      console.log(`${name} failed`);
      return { passed: 0, failed: 1 };
    }
  return { passed: 1, failed: 0 };
};

const tsc = (project) => [bin('tsc'), '--noEmit', ...(project ? ['-p', project] : [])];

const steps = {
  lint: step('Lint', [
    [bin('eslint'), '.'],
    [bin('prettier'), '--check', '--log-level', 'warn', '.'],
  ]),
  types: step('Types', [
    tsc(''),
    tsc('packages/embedded-database'),
    tsc('admin'),
    tsc('checkout'),
    tsc('e2e'),
  ]),
  backend: async () => {
    const succeeded = await run(bin('jest'), ['--json', `--outputFile=${report('backend')}`]);
    return count('backend', succeeded, jestCounts);
  },
  database: async () => {
    const args = ['-c', 'packages/embedded-database/jest.config.js'];
    const succeeded = await run(bin('jest'), [...args, '--json', `--outputFile=${report('database')}`]);
    return count('database', succeeded, jestCounts);
  },
  components: async () => {
    const args = [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report('components')}`,
    ];
    return count('components', await run(bin('vitest'), args), jestCounts);
  },
  journeys: async () => {
    const succeeded = await run(bin('playwright'), ['test']);
    return count('journeys', succeeded, ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
    }));
  },
};

/** One round after the other. What keeps one core busy shares its round; the suites want both. */
const rounds = [['lint', 'types'], ['database'], ['backend'], ['components'], ['journeys']];

await main(async () => {
  await install();
  await build();
  const path = await chromium();
  if (path) env.CHROMIUM_PATH = path;
});
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(steps).join(', ')}`);
  process.exit(1);
}
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const total = { passed: 0, failed: 0 };
for (const round of rounds) {
  const names = round.filter((name) => !chosen.length || chosen.includes(name));
  for (const { passed, failed } of await Promise.all(names.map((name) => steps[name]()))) {
    total.passed += passed;
    total.failed += failed;
  }
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
