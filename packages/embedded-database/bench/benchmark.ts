/** One pair of figures taken side by side: what is measured, and its limit, in the same unit. */
export interface Sample {
  measured: number;
  limit: number;
  unit: string;
}

/** A benchmark: a ratio with a goal. Each run is one interleaved pair; the harness repeats it and takes the median. */
export interface Benchmark<World = void> {
  name: string;
  /** What is measured, and beside which limit, for people. */
  what: string;
  limit: string;
  /** The ratio measured ÷ limit that is wanted. */
  goal: number;
  direction: 'atLeast' | 'atMost';
  before?: () => Promise<void>;
  run: (world: World) => Promise<Sample>;
  after?: () => Promise<void>;
}

/** Benchmarks that run in one world, which is opened for the first of them that is wanted. */
export interface BenchmarkGroup<World> {
  open: () => Promise<World>;
  close: (world: World) => Promise<void>;
  benchmarks: Benchmark<World>[];
}
