import { readFileSync } from 'node:fs';

/** Anonymous memory of a process in megabytes, without mapped pages of the data file, which the system reclaims. */
export function ownMemory(pid: number): number {
  const anonymous = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(anonymous) / 1024;
}
