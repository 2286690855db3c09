export type { Benchmark, BenchmarkGroup, Sample } from '../../packages/embedded-database/bench/benchmark.js';
