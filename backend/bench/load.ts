import { sized } from '../../packages/embedded-database/bench/benchmark.js';
import autocannon from 'autocannon';
import type { BenchEnvironment, Program } from './environment.js';

/** Duration of one measurement of a pair, in seconds. */
const seconds = sized(3, 1);

/** Loads of other requests: that of a busy office, or the server's maximum. */
export const loads = {
  others: { what: 'as a busy office asks for them', options: { connections: 4, overallRate: 50 } },
  full: { what: 'at 50 connections', options: {} },
} as const;

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

/** Puts load on the first page of payments of a server. */
export const loadPages = (
  { url }: Program,
  { token }: BenchEnvironment,
  options: Partial<autocannon.Options> = {},
): Promise<Load> =>
  load(`${url}/api/payments`, { ...options, headers: { Authorization: `Bearer ${token}` } });
