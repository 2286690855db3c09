import { sized } from '../../packages/embedded-database/bench/benchmark.js';
import autocannon from 'autocannon';

/** Duration of one measurement of a pair, in seconds. */
const seconds = sized(3, 1);

export interface Load {
  /** Requests per second. */
  rate: number;
  /** The 99th percentile of the response time, in milliseconds. */
  p99: number;
}

/** Puts load on an address from 50 connections. Throws where a response is not 2xx. */
export async function load(url: string, options: Partial<autocannon.Options> = {}): Promise<Load> {
  const result = await autocannon({ url, connections: 50, duration: seconds, ...options });
  if (result.errors || result.non2xx)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refused`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}
