import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../src/testing/run-program.js';

const folder = mkdtempSync(join(tmpdir(), 'trip-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('every benchmark works: each is measured once, at its smallest', async () => {
  const json = join(folder, 'results.json');
  const env = { ...process.env, BENCH_SMALLEST: '1' };
  const { output: help } = await runProgram('../bench/main', ['--help'], { env });
  const names = [...help.matchAll(/^ {2}([a-z][\w-]+): /gm)].map(([, name]) => name);
  const { code, errors } = await runProgram('../bench/main', ['--json', json], { env });
  expect(errors).not.toContain('failed:');
  expect(code).toBe(0);
  const results = JSON.parse(readFileSync(json, 'utf8')) as { name: string; measured: number }[];
  expect(results.map(({ name }) => name)).toEqual(names);
  expect(names.length).toBeGreaterThan(50);
  for (const { measured } of results) expect(Number.isFinite(measured)).toBe(true);
}, 1_200_000);
