// npm test: installs missing packages, then runs lint, types, every suite and the browser journeys, without the files
// *.long.spec.ts and the tests tagged @long, which belong to the parts that are named: npm test -- database. Its last
// line sums up all of them, also after a failure: N passed, N failed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { runInGroup } from './process-group.mjs';
import { build, install, main, root } from './build-system.mjs';

const results = join(root, 'test-results');
const report = (name) => join(results, `${name}.json`);
const bin = (name) => join(root, 'node_modules', '.bin', name);
const env = { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' };

/** Timeout of a part, in minutes: it takes a few on two cores. */
const longest = 30;
const run = (command, args, more = {}) => runInGroup(command, args, { env: { ...more, ...env }, longest });

/** Counts the tests in a runner's report; a runner that failed without a failed test counts as one failure. */
function count(name, succeeded, read) {
  if (!existsSync(report(name))) return { passed: 0, failed: 1 };
  const { passed, failed } = read(JSON.parse(readFileSync(report(name), 'utf8')));
  return { passed, failed: failed || (succeeded ? 0 : 1) };
}

const jestCounts = ({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) => ({
  passed: numPassedTests,
  failed: numFailedTests + (numRuntimeErrorTestSuites ?? 0),
});

/** The parts that the command names. */
const chosen = process.argv.slice(2);
const longFiles = '\\.long\\.spec\\.ts';
/** Leaves the long tests of a part out, unless it is named. */
const briefly = (part, option, which) => (chosen.includes(part) ? [] : [`${option}=${which}`]);
/** Settings of a part that is named, which variables of these names override. */
const longer = {
  backend: { ERASURE_KILLS: '4', MERGE_KILLS: '3', RECONCILE_OPERATIONS: '1000' },
  database: { EMBEDDED_KILLS: '10' },
  journeys: { JOURNEY_LOOKS: 'every' },
};
const settings = (part) => (chosen.includes(part) ? longer[part] : {});
const runJest = async (part) => {
  const args = [
    ...briefly(part, '--testPathIgnorePatterns', longFiles),
    ...briefly(part, '--testNamePattern', '^(?!.*@long)'),
    ...['--selectProjects', part, '--json', `--outputFile=${report(part)}`],
  ];
  return count(part, await run(bin('jest'), args, settings(part)), jestCounts);
};

/** A part that is one script of package.json. */
const script = (name) => async () => {
  const succeeded = await run('npm', ['run', '--silent', name]);
  if (!succeeded) console.log(`${name} failed`);
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 };
};

const steps = {
  lint: script('lint'),
  types: script('types'),
  backend: () => runJest('backend'),
  database: () => runJest('database'),
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
    const args = ['test', ...briefly('journeys', '--grep-invert', `${longFiles}|@long`)];
    const succeeded = await run(bin('playwright'), args, settings('journeys'));
    return count('journeys', succeeded, ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
    }));
  },
};

/** The rounds run one after the other. Parts that use one core share a round; the suites use both cores. */
const rounds = [['lint', 'types', 'components'], ['database'], ['backend'], ['journeys']];

/** Prepares something that parts need beyond the packages: once, however many parts need it. */
const once = (make) => {
  let made;
  return () => (made ??= make());
};
const built = once(build);
const browser = once(async () => {
  const path = await chromium();
  if (path) env.CHROMIUM_PATH = path;
});
const needs = { backend: [built], journeys: [built, browser] };

async function runPart(name) {
  try {
    for (const prepare of needs[name] ?? []) await prepare();
    return await steps[name]();
  } catch (error) {
    console.log(`${name} failed: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}

const total = { passed: 0, failed: 0 };
// The last line of all output, also where a step exits the process.
process.on('exit', (code) => {
  if (!code && !total.passed) return;
  if (code && !total.failed) total.failed = 1;
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
});

const usage = `Usage: npm test -- [PART …]

Installs what is missing and runs the parts: ${Object.keys(steps).join(', ')}; all of them by default, then
without the tests that take long.`;

await main({ usage, takesArguments: true }, async () => {
  const unknown = chosen.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length)
    throw new Error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(steps).join(', ')}`);
  await install();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  for (const round of rounds) {
    const names = round.filter((name) => !chosen.length || chosen.includes(name));
    for (const { passed, failed } of await Promise.all(names.map(runPart))) {
      total.passed += passed;
      total.failed += failed;
    }
  }
});
process.exitCode = total.failed ? 1 : 0;
