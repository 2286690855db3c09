// npm test: installs missing packages, then runs lint, types, every suite and the browser journeys, without the files
// *.long.spec.ts and the tests tagged @long, which belong to the parts that are named: npm test -- database. With
// --changed it runs what the changed files reach. Its last line sums up all of them, also after a failure: N passed, N failed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { runInGroup } from './process-group.mjs';
import { build, install, main, root } from './build-system.mjs';

const results = join(root, 'test-results');
const report = (name) => join(results, `${name}.json`);
const bin = (name) => join(root, 'node_modules', '.bin', name);
/** Jest's Node collects less often, for which it has room, and keeps what it has compiled: also in the workers. */
const roomy = ['--min-semi-space-size=16', '--max-semi-space-size=32', '--no-flush-bytecode'];
const env = { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' };

/** Timeout of a part, in minutes: it takes a few on two cores. */
const longest = 30;
/** Processor seconds of each part that has run. */
const spent = new Map();
const run = async (part, command, args, more = {}) => {
  const { succeeded, seconds } = await runInGroup(command, args, { env: { ...more, ...env }, longest });
  spent.set(part, (spent.get(part) ?? 0) + seconds);
  return succeeded;
};

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

/** With --changed, what differs from a commit, and the tests that it reaches. */
const named = process.argv.slice(2);
const isChanged = named[0] === '--changed';
const changes = isChanged ? await import('./changed.mjs') : undefined;
let changed = [];
let reached;

/** The parts that the command names. */
const chosen = isChanged ? [] : named;
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
    ...roomy,
    bin('jest'),
    ...briefly(part, '--testPathIgnorePatterns', longFiles),
    ...briefly(part, '--testNamePattern', '^(?!.*@long)'),
    '--selectProjects',
    part,
    '--json',
    `--outputFile=${report(part)}`,
    ...(isChanged ? ['--runTestsByPath', ...reached[part]] : []),
  ];
  return count(part, await run(part, process.execPath, args, settings(part)), jestCounts);
};

/** A part that succeeds or fails as a whole. */
const whole = async (name, ...commands) => {
  let succeeded = true;
  for (const [command, args] of commands) succeeded = (await run(name, command, args)) && succeeded;
  if (!succeeded) console.log(`${name} failed`);
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 };
};

/** A part that is one script of package.json. */
const script = (name, args = []) => whole(name, ['npm', ['run', '--silent', name, '--', ...args]]);

const steps = {
  lint: () =>
    isChanged
      ? whole(
          'lint',
          [
            bin('oxlint'),
            ['-c', 'oxlint.config.mjs', ...changed.filter((file) => /\.(?:tsx?|mjs)$/.test(file))],
          ],
          [bin('oxfmt'), ['--check', '--no-error-on-unmatched-pattern', ...changed]],
        )
      : script('lint'),
  types: () => script('types', isChanged ? reached.types : []),
  backend: () => runJest('backend'),
  database: () => runJest('database'),
  components: async () => {
    const args = [
      ...(isChanged ? ['related', '--run', ...reached.components] : ['run']),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report('components')}`,
    ];
    return count('components', await run('components', bin('vitest'), args), jestCounts);
  },
  journeys: async () => {
    const args = ['test', ...briefly('journeys', '--grep-invert', `${longFiles}|@long`)];
    if (isChanged) args.push(...reached.journeys);
    const succeeded = await run('journeys', bin('playwright'), args, settings('journeys'));
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

/** Shares what changed files reach among the parts; tells what is left out. */
function reach() {
  const { specs, chosen: found } = changes.testsOf(changed);
  const partOf = (spec) =>
    spec.startsWith('e2e/')
      ? 'journeys'
      : spec.startsWith('packages/embedded-database/')
        ? 'database'
        : 'backend';
  const ofPart = (list, part) => list.filter((spec) => partOf(spec) === part);
  const isIn = (...folders) =>
    changed.some((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
  const sources = changed.filter((file) => /\.tsx?$/.test(file));
  reached = {
    ...Object.fromEntries(['backend', 'database', 'journeys'].map((part) => [part, ofPart(found, part)])),
    components: sources.filter((file) => /^(?:admin|checkout|browser|domain)\//.test(file)),
    types: [
      ...(isIn('backend', 'domain', 'packages/bank-files') ? ['.'] : []),
      ...['packages/embedded-database', 'browser', 'checkout', 'admin', 'e2e'].filter(
        (project) =>
          isIn(project) || (isIn('domain', 'browser') && ['admin', 'checkout', 'e2e'].includes(project)),
      ),
    ],
    lint: changed,
  };
  console.log(
    `${changed.length} files are changed: ${found.length} of ${specs.length} specs and journeys are reached.`,
  );
  console.log('Left out: knip, the lint and types of files that are not changed, and');
  for (const part of ['backend', 'database', 'journeys'])
    console.log(
      `  ${part}: ${ofPart(specs, part).length - reached[part].length} of ${ofPart(specs, part).length}`,
    );
}

const usage = `Usage: npm test -- [PART …]
       npm test -- --changed [COMMIT]

Installs what is missing and runs the parts: ${Object.keys(steps).join(', ')}; all of them by default, then
without the tests that take long. With --changed: what the files reach that differ from a commit, HEAD by default.`;

await main({ usage, takesArguments: true }, async () => {
  if (isChanged && named.length > 2)
    throw new Error(`--changed takes one commit: ${named.slice(1).join(', ')}`);
  const unknown = chosen.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length)
    throw new Error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(steps).join(', ')}`);
  await install({ tools: true });
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  if (isChanged) {
    changed = changes.changedSince(named[1] ?? 'HEAD');
    reach();
  }
  for (const round of rounds) {
    const names = round.filter((name) =>
      isChanged ? reached[name].length > 0 : !chosen.length || chosen.includes(name),
    );
    for (const { passed, failed } of await Promise.all(names.map(runPart))) {
      total.passed += passed;
      total.failed += failed;
    }
  }
});
const seconds = [...spent].map(([part, time]) => `${part} ${Math.round(time)}`);
const sum = [...spent.values()].reduce((one, other) => one + other, 0);
console.log(`\nProcessor seconds: ${seconds.join(', ')}; ${Math.round(sum)} in all`);
process.exitCode = total.failed ? 1 : 0;
