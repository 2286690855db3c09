import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { waitFor } from '../../src/testing/wait-for.js';

const root = join(import.meta.dirname, '../../..');
const script = (name: string) => join(root, 'scripts', `${name}.mjs`);

function run(file: string, args: string[], env: NodeJS.ProcessEnv = process.env) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { env, encoding: 'utf8' });
  return { status, output: stdout, errors: stderr };
}

describe('a script of the project', () => {
  it.each([
    'start',
    'test',
    'test-long',
    'dev',
    'build',
    'rooms',
    'texts',
    'screenshots',
    'sbom',
    'licenses',
    'lighthouse',
  ])('%s shows its usage for --help and does nothing', (name) => {
    const { status, output, errors } = run(script(name), ['--help']);
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(output).toMatch(/^Usage: npm \S/);
  });

  it('refuses arguments that it does not take', () => {
    const { status, errors } = run(script('start'), ['--port', '80']);
    expect(status).toBe(1);
    expect(errors).toBe("Unexpected argument '--port'. Usage: npm start\n");
  });
});

describe('a build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trip-release-'));
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  mkdirSync(join(folder, 'packages/embedded-database'), { recursive: true });
  const write = (release: string, version: string) => {
    for (const name of ['backend/src', 'database']) mkdirSync(join(release, name), { recursive: true });
    // A program that loads a part of itself when it is asked to, as exports do.
    writeFileSync(
      join(release, 'backend/src/main.js'),
      "console.log('started'); process.stdin.once('data', async () => { console.log((await import('./late.js')).version); process.exit(); });",
    );
    writeFileSync(join(release, 'backend/src/late.js'), `export const version = '${version}';`);
  };
  /** Makes a build current, as scripts/build-system.mjs does; `first` is a folder, as earlier versions left it. */
  const activate = (version: string) => {
    const { href } = pathToFileURL(join(folder, 'scripts/release.mjs'));
    const release = join(folder, '.build/releases', version);
    write(release, version);
    const code = `const { activateRelease } = await import('${href}'); activateRelease('${folder}', '${release}');`;
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', code]).status).toBe(0);
  };

  it('stays while a server runs on it, whatever builds follow', () => {
    const names = ['used', 'left'].map((name) => `0-${name}`);
    for (const name of names) activate(name);
    const users = names.map((name) => join(folder, '.build/releases', name, 'users'));
    for (const path of users) mkdirSync(path);
    writeFileSync(join(users[0]!, String(process.pid)), '');
    // Above the highest process id of Linux.
    writeFileSync(join(users[1]!, String(2 ** 22 + 1)), '');
    for (let build = 1; build <= 6; build++) activate(`1-${build}`);
    expect(users.map((path) => existsSync(path))).toEqual([true, false]);
  });

  it('is marked by its server until that ends', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'trip-mark-'));
    const program = join(root, 'dist/backend/src/main.js');
    const env = { ...process.env, MONGODB_URI: '', DATA_DIR, PORT: '0' };
    const server = spawn(process.execPath, [program], { env });
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (data) => (output += String(data)));
    await waitFor(() => output.includes('listens at'));
    const mark = join(root, 'dist/users', String(server.pid));
    expect(existsSync(mark)).toBe(true);
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('close', resolve));
    expect(existsSync(mark)).toBe(false);
  });

  it('takes the place of the last one, whose running program keeps its files', async () => {
    write(join(folder, 'dist'), 'first');
    activate('second');
    const running = spawn(process.execPath, [join(folder, 'dist/backend/src/main.js')]);
    let output = '';
    running.stdout.on('data', (data) => (output += String(data)));
    await waitFor(() => output.includes('started'));
    activate('third');
    running.stdin.write('go on\n');
    await new Promise((resolve) => running.once('close', resolve));
    expect(output).toBe('started\nsecond\n');
    expect(readFileSync(join(folder, 'dist/backend/src/late.js'), 'utf8')).toContain('third');
  });

  it('is run by a command as it is, which says that the sources are newer', () => {
    activate('fourth');
    const { status, output, errors } = run(join(folder, 'scripts/run.mjs'), ['backend/src/late.js']);
    expect({ status, output }).toEqual({ status: 0, output: '' });
    expect(errors).toMatch(/^The sources have changed since they were built.* npm run build\n$/);
  });
});

describe('npm test', () => {
  const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);
  /** A fresh clone without packages and without access to a registry. */
  function freshClone(): string {
    const folder = mkdtempSync(join(tmpdir(), 'trip-clone-'));
    for (const name of ['scripts', 'package.json', 'package-lock.json'])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    return join(folder, 'scripts/test.mjs');
  }

  it('checks the names of parts before it installs anything', () => {
    const { status, output, errors } = run(freshClone(), ['types', 'nonsense'], { PATH: '' });
    expect(status).toBe(1);
    expect(errors).toMatch(/^Unknown: nonsense\. There are lint, types, .*\n$/);
    expect(lastLine(output)).toBe('0 passed, 1 failed');
  });

  it('ends with the sum where the packages cannot be installed', () => {
    const { status, output, errors } = run(freshClone(), ['types'], { PATH: '' });
    expect(status).toBe(1);
    expect(errors).toContain('Installing packages');
    expect(lastLine(output)).toBe('0 passed, 1 failed');
  });
});

describe('the browser of the journeys', () => {
  const find = (env: NodeJS.ProcessEnv) => {
    const file = pathToFileURL(script('chromium')).href;
    const code = `const { findChromium } = await import('${file}'); console.log(findChromium());`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      env,
      encoding: 'utf8',
    });
    return { status, found: stdout.trim(), errors: stderr };
  };

  it('is none where PATH has none, even if one is installed elsewhere', () => {
    expect(find({ PATH: '' })).toMatchObject({ status: 0, found: 'undefined' });
  });

  it('is the one of CHROMIUM_PATH, or an error where that cannot be run', () => {
    expect(find({ PATH: '', CHROMIUM_PATH: process.execPath })).toMatchObject({ found: process.execPath });
    expect(find({ PATH: '', CHROMIUM_PATH: '/nowhere/chromium' }).errors).toContain(
      'CHROMIUM_PATH takes the path of a Chromium that can be run, not "/nowhere/chromium"',
    );
  });

  const folderWith = (name: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'trip-path-'));
    writeFileSync(join(folder, name), '', { mode: 0o755 });
    return folder;
  };

  it('is the first one on the PATH', () => {
    const [first, second] = [folderWith('chromium'), folderWith('chromium')];
    expect(find({ PATH: [first, second].join(delimiter) }).found).toBe(join(first, 'chromium'));
  });

  it('is the headless shell before a whole browser, wherever on the PATH each is', () => {
    const [whole, shell] = [folderWith('chromium'), folderWith('chromium-headless-shell')];
    const { found } = find({ PATH: [whole, shell].join(delimiter) });
    expect(found).toBe(join(shell, 'chromium-headless-shell'));
  });
});

describe('the bill of materials', () => {
  it('is refused for a file that begins with lines of npm', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'trip-sbom-')), 'sbom.json');
    const { status, stderr } = spawnSync('npm', ['run', 'sbom'], {
      cwd: root,
      stdio: ['ignore', openSync(file, 'w'), 'pipe'],
      env: { ...process.env, npm_config_loglevel: undefined },
    });
    expect(status).not.toBe(0);
    expect(String(stderr)).toContain('npm run -s sbom > sbom.json');
  });
});

describe('a server that npm started', () => {
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0);
      // A process that has exited keeps its number until its parent has waited for it.
      const file = `/proc/${pid}/status`;
      return !existsSync(file) || !/^State:\s+Z/m.test(readFileSync(file, 'utf8'));
    } catch {
      return false;
    }
  };
  const started: ChildProcess[] = [];
  afterAll(() => started.forEach((child) => child.kill('SIGKILL')));

  it.each(['SIGTERM', 'SIGKILL'] as const)('ends when npm ends by %s', async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'trip-npm-'));
    mkdirSync(join(folder, 'scripts'));
    writeFileSync(
      join(folder, 'server.mjs'),
      `import { endWithNpm } from ${JSON.stringify(pathToFileURL(script('end-with-npm')).href)};
      endWithNpm();
      setInterval(() => undefined, 1000);
      console.log('process ' + process.pid);`,
    );
    writeFileSync(join(folder, 'package.json'), '{ "scripts": { "start": "node server.mjs" } }');
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    started.push(npm);
    let output = '';
    npm.stdout.on('data', (data) => (output += String(data)));
    await waitFor(() => /process \d+/.test(output));
    const pid = Number(/process (\d+)/.exec(output)?.[1]);
    expect(isAlive(pid)).toBe(true);
    npm.kill(signal);
    await waitFor(() => !isAlive(pid));
  });
});
