// Builds the backend if it is stale and starts one database server for all suites, each with a database of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../../scripts/build-system.mjs';

export default async function setUp() {
  if (!process.env.SKIP_BUILD) await build(['backend']);
  if (process.env.MONGODB_URI) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'trip-jest-'));
  const { listen } = await import('@packages/embedded-database');
  const database = await listen({ dataDir });
  process.env.MONGODB_URI = database.uri;
  process.env.TEST_DATABASE_IS_EMBEDDED = 'true';
  globalThis.endTestDatabase = async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
