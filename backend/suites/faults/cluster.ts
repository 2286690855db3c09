import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TestServer } from '../../src/testing/test-server.js';

/** Starts `npm run db` on a folder of its own; returns its address and how to stop it. */
export async function serveDatabase(): Promise<{ uri: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-db-'));
  const arguments_ = ['scripts/database.mjs', '--port', '0', '--data-dir', dataDir];
  const child: ChildProcess = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'inherit'] });
  const uri = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (data: Buffer) => {
      output += String(data);
      const address = /is at (mongodb:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`npm run db ended with ${code}: ${output}`)));
  });
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
    await rm(dataDir, { recursive: true, force: true });
  };
  return { uri, stop };
}

/** Servers on one database, which are killed one after the other. */
export class Cluster {
  readonly kills: { at: number }[] = [];
  private constructor(readonly servers: readonly TestServer[]) {}

  static async start(count: number, env: Record<string, string>): Promise<Cluster> {
    const servers = await Promise.all(Array.from({ length: count }, () => TestServer.start(env)));
    return new Cluster(servers);
  }

  /** Writes their addresses as a file of targets for Prometheus (file_sd_configs). */
  async writeTargets(file: string): Promise<void> {
    const targets = this.servers.map(({ url }) => new URL(url).host);
    await writeFile(file, JSON.stringify([{ targets, labels: { job: 'thailand-trip' } }]));
  }

  /** Kills a server in the middle of its work, and starts it again after a pause without it. */
  async replace(number: number, downMs: number): Promise<void> {
    const server = this.servers[number % this.servers.length]!;
    await server.kill();
    this.kills.push({ at: Date.now() });
    // The time without the server is the fault itself.
    // oxlint-disable-next-line tests/no-fixed-wait
    await delay(downMs);
    await server.restart();
  }

  async dispose(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.dispose()));
  }

  /**
   * Calls a server, the next one where that is down: as a load balancer does. Other refusals than 503 are the caller's.
   * @param number of the server that is called first
   */
  async fetch(number: number, path: string, init: RequestInit = {}): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const { url } = this.servers[(number + attempt) % this.servers.length]!;
      try {
        const response = await fetch(`${url}/api${path}`, { ...init, signal: AbortSignal.timeout(15_000) });
        const text = await response.text();
        if (response.status !== 503) return new Response(text || null, response);
      } catch (error) {
        if (!/TypeError|Timeout|Abort/.test((error as Error).name)) throw error;
      }
      await delay(50);
    }
  }
}
