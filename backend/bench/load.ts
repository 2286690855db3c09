import autocannon from 'autocannon';

/** Seconds of load of one half of a pair. */
const seconds = 3;

export interface Load {
  /** Requests a second. */
  rate: number;
  /** The time that 99 of 100 requests took at most, in milliseconds. */
  p99: number;
}

/** Puts load on an address from 50 connections. Throws where anything but a 2xx was answered. */
export async function load(url: string, options: Partial<autocannon.Options> = {}): Promise<Load> {
  const result = await autocannon({ url, connections: 50, duration: seconds, ...options });
  if (result.errors || result.non2xx)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refused`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}
