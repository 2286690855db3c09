import { writeFileSync } from 'node:fs';
import { CliError, runCli } from '../src/platform/cli/cli.js';
import { apiBenchmarks } from './api.js';
import {
  type Benchmark,
  type BenchmarkGroup,
  type Sample,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import { cardBenchmarks } from './cards.js';
import { embeddedBenchmarks } from '../../packages/embedded-database/bench/embedded.js';
import { exportBenchmarks } from './exports.js';
import { growthBenchmarks } from './growth.js';
import { heavyBenchmarks } from './heavy.js';
import { instancesBenchmarks } from './instances.js';
import { instancesGrowthBenchmarks } from './instances-growth.js';
import { listCallBenchmarks } from './list-calls.js';
import { outboxBenchmarks } from './outbox.js';
import { paperBenchmarks } from './papers.js';
import { heavyMergeBenchmarks } from './heavy-merge.js';
import { precisionBenchmarks, reconcileBenchmarks } from './reconcile.js';
import { screenBenchmarks } from './screens.js';
import { seedBenchmarks } from './seed.js';
import { stallBenchmarks } from './stalls.js';
import { startBenchmarks } from './start.js';
import { timelineBenchmarks } from './timeline.js';

/** Pairs per benchmark: enough for a median that one slow moment of the machine does not change. */
const runs = sized(5, 1);

interface Result {
  name: string;
  what: string;
  limit: string;
  unit: string;
  measured: number;
  limitValue: number;
  ratio: number;
  goal: string;
  spread: [number, number];
  met: boolean;
}

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** A benchmark that could not be measured, and the reason. */
interface Failure {
  name: string;
  error: unknown;
}

async function measure<World>(benchmark: Benchmark<World>, world: World): Promise<Result> {
  const { name, what, limit, goal, direction, once, before, run, after } = benchmark;
  await before?.();
  const samples: Sample[] = [];
  try {
    for (let count = 0; count < (once ? 1 : runs); count++) samples.push(await run(world));
  } finally {
    await after?.();
  }
  const ratios = samples.map((sample) => sample.measured / sample.limit);
  const ratio = median(ratios);
  return {
    name,
    what,
    limit,
    unit: samples[0]?.unit ?? '',
    measured: median(samples.map(({ measured }) => measured)),
    limitValue: median(samples.map((sample) => sample.limit)),
    ratio,
    goal: `${direction === 'atLeast' ? '≥' : '≤'} ${goal}`,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    met: direction === 'atLeast' ? ratio >= goal : ratio <= goal,
  };
}

const round = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

function print(results: readonly Result[]): void {
  if (!results.length) return;
  const rows = results.map(({ name, measured, limitValue, unit, ratio, goal, spread, met }) => [
    name,
    `${round(measured)} ${unit}`,
    `${round(limitValue)} ${unit}`,
    ratio.toFixed(2),
    goal,
    `${spread[0].toFixed(2)}–${spread[1].toFixed(2)}`,
    met ? 'met' : 'missed',
  ]);
  const table = [['what', 'measured', 'its limit', 'ratio', 'goal', 'spread', ''], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table)
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

/** Returns the error of work that fails; undefined for one that does not. */
const failureOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    (error: unknown) => error ?? new Error('It failed without a reason'),
  );

/**
 * Runs the benchmarks of a group whose names begin with one of `wanted`, or all of them. One that fails keeps none of the
 * others from being measured, nor does a group whose environment cannot be opened.
 */
async function runGroup<World>(
  { open, close, benchmarks }: BenchmarkGroup<World>,
  wanted: string[],
): Promise<{ results: Result[]; failures: Failure[] }> {
  const chosen = benchmarks.filter(
    ({ name }) => !wanted.length || wanted.some((part) => name.startsWith(part)),
  );
  const results: Result[] = [];
  const failures: Failure[] = [];
  if (!chosen.length) return { results, failures };
  const unopened = await failureOf(async () => {
    const world = await open();
    for (const benchmark of chosen) {
      const { name, what, limit } = benchmark;
      console.error(`${name}: ${what}, beside ${limit}`);
      const error = await failureOf(async () => results.push(await measure(benchmark, world)));
      if (error !== undefined) failures.push({ name, error });
    }
    await close(world);
  });
  const names = chosen.map(({ name }) => name).join(', ');
  if (unopened !== undefined) failures.push({ name: `the environment of ${names}`, error: unopened });
  return { results, failures };
}

/** Removes the type of a group's environment, so that one list can hold all groups. */
const toGroup = <Environment>(group: BenchmarkGroup<Environment>) => ({
  benchmarks: group.benchmarks.map(({ name, what }) => ({ name, what })),
  run: (wanted: string[]) => runGroup(group, wanted),
});

const groups = [
  toGroup(apiBenchmarks),
  toGroup(outboxBenchmarks),
  toGroup(paperBenchmarks),
  toGroup(timelineBenchmarks),
  toGroup(cardBenchmarks),
  toGroup(growthBenchmarks),
  toGroup(heavyBenchmarks),
  toGroup(instancesBenchmarks),
  toGroup(instancesGrowthBenchmarks),
  toGroup(exportBenchmarks),
  toGroup(reconcileBenchmarks),
  toGroup(precisionBenchmarks),
  toGroup(screenBenchmarks),
  toGroup(stallBenchmarks),
  toGroup(listCallBenchmarks),
  toGroup(heavyMergeBenchmarks),
  toGroup(seedBenchmarks),
  toGroup(startBenchmarks),
  toGroup(embeddedBenchmarks),
];

const definition = {
  name: 'bench',
  forms: ['[NAME …] [--json FILE]'],
  description: `Runs the benchmarks whose names begin with one of the names given, or all of them, as ratios to their limits.
  --json FILE  writes the results into a file as well

Benchmarks:
${groups.flatMap(({ benchmarks }) => benchmarks.map(({ name, what }) => `  ${name}: ${what}`)).join('\n')}`,
  options: { json: { type: 'string' } },
  maxPositionals: Infinity,
} as const;

await runCli(definition, async ({ json }, wanted) => {
  const names = groups.flatMap(({ benchmarks }) => benchmarks.map(({ name }) => name));
  const unknown = wanted.find((part) => !names.some((name) => name.startsWith(part)));
  if (unknown !== undefined)
    throw new CliError(
      `No benchmark has a name that begins with "${unknown}": there are ${names.join(', ')}`,
    );
  const results: Result[] = [];
  const failures: Failure[] = [];
  for (const group of groups) {
    const done = await group.run(wanted);
    results.push(...done.results);
    failures.push(...done.failures);
  }
  print(results);
  if (json) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  for (const { name, error } of failures) console.error(`${name} failed:`, error);
  if (failures.length) process.exitCode = 1;
});
