/** Returns a size, or with BENCH_SMALLEST=1 the least one: such a run shows that each benchmark works, and measures nothing. */
export const sized = (size: number, least: number): number => (process.env.BENCH_SMALLEST ? least : size);

/** One measured figure with its limit, taken side by side, in the same unit. */
export interface Sample {
  measured: number;
  limit: number;
  unit: string;
}

/** A benchmark: a ratio with a goal. Each run is one interleaved pair; the harness repeats it and takes the median. */
export interface Benchmark<World = void> {
  name: string;
  /** Descriptions of the figure and of its limit, for the report. */
  what: string;
  limit: string;
  /** The goal of the ratio measured ÷ limit. */
  goal: number;
  direction: 'atLeast' | 'atMost';
  /** True for a long one that takes the least of several attempts itself: the harness runs it once. */
  once?: true;
  before?: () => Promise<void>;
  run: (world: World) => Promise<Sample>;
  after?: () => Promise<void>;
}

/** Benchmarks that share one environment, which is opened for the first of them that runs. */
export interface BenchmarkGroup<World> {
  open: () => Promise<World>;
  close: (world: World) => Promise<void>;
  benchmarks: Benchmark<World>[];
}
