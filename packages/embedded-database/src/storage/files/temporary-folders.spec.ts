import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { join } from '../../index.js';
import { startServer, temporaryFolder } from '../../testing/server.js';
import { folderPaths, hasDatabase, readOwner } from './data-directory.js';
import { makeTemporary } from './temporary-folders.js';

/** Makes folders as backups do that were broken off, and one of a backup under way; each has a copy of the data. */
function leave(folder: string): { left: string[]; underWay: string } {
  const host = os.hostname().replace(/[^A-Za-z0-9-]/g, '-');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const left = [
    `backup.temporary-${host}.${pid}.1-AbCd12`,
    `b.backup.temporary-${host}.${process.pid}.1-AbCd12`,
  ];
  for (const name of left) {
    fs.mkdirSync(path.join(folder, name));
    fs.writeFileSync(path.join(folder, name, 'copy'), 'Ann Erased');
  }
  return { left, underWay: path.basename(makeTemporary(path.join(folder, 'other.backup'))) };
}

it('copies that broken-off backups have left are removed by the next start and by the next backup', async () => {
  const dataDir = temporaryFolder();
  const first = leave(dataDir);
  for (const former of ['backup-AbCd12', 'b.backup.partial-AbCd12']) fs.mkdirSync(path.join(dataDir, former));
  fs.writeFileSync(path.join(dataDir, 'backup-AbCd12', 'copy'), 'Ann Erased');
  // An operator's own folder, with a backup that was written whole.
  const kept = 'backup-202611';
  fs.mkdirSync(path.join(dataDir, kept));
  fs.writeFileSync(path.join(dataDir, kept, 'monday'), '');
  const server = await startServer(dataDir);
  const folders = () =>
    fs
      .readdirSync(dataDir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  expect(folders()).toEqual([kept, first.underWay]);
  fs.rmSync(path.join(dataDir, first.underWay), { recursive: true });
  const second = leave(dataDir);
  expect(folders()).toEqual(expect.arrayContaining(second.left));
  await (await join({ dataDir })).backup(path.join(dataDir, 'b.backup'));
  expect(folders()).toEqual([kept, second.underWay]);
  await server.stop();
});

it('a clean stop keeps a data folder of any name, and removes the folder of its socket only where that is another one', async () => {
  for (const name of ['db-data', 'long'.repeat(30)]) {
    const dataDir = path.join(temporaryFolder(), name);
    const server = await startServer(dataDir);
    const { socket } = readOwner(folderPaths(dataDir).lock)!;
    await server.client.close();
    server.process.kill();
    await once(server.process, 'exit');
    expect(hasDatabase(dataDir)).toBe(true);
    expect([fs.existsSync(socket), fs.existsSync(path.dirname(socket))]).toEqual([false, name === 'db-data']);
  }
});

it('a backup takes the place of no file of the database itself', async () => {
  const server = await startServer();
  const { dataDir } = server;
  const { lock, data } = folderPaths(dataDir);
  const link = path.join(temporaryFolder(), 'link');
  fs.symlinkSync(dataDir, link);
  const before = fs.statSync(data).ino;
  const database = await join({ dataDir });
  for (const file of [data, `${data}-journal`, lock, path.join(link, path.basename(data))])
    await expect(database.backup(file)).rejects.toMatchObject({ code: 'IN_USE', facts: { path: file } });
  expect(fs.statSync(data).ino).toBe(before);
  await server.stop();
});
