// Prepares everything that the project's programs need. Uses Node's own modules only: it runs before the install.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { writeImageCommands } from './image-commands.mjs';

export const root = join(import.meta.dirname, '..');
const bin = (name) => join(root, 'node_modules', '.bin', name);
/** The native compiler. The package `typescript` is its predecessor, whose API Nest's build uses. */
const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');

/** Runs a command; its output is shown when it fails, or as it comes with `show`. */
export function run(command, args, { show = false, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ${args.join(' ')} failed (${code})\n${output}`));
    });
  });
}

function stamp(path, value) {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, value);
}

const isStamped = (path, value) => existsSync(path) && readFileSync(path, 'utf8') === value;

/** Installs the packages of the lock file unless exactly these are installed. */
export async function install() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).update(process.versions.modules).digest('hex');
  const file = join(root, 'node_modules', '.installed');
  if (isStamped(file, wanted)) return;
  console.error('Installing packages …');
  // The build needs the development packages even if NODE_ENV is "production". On a terminal npm shows its own
  // progress.
  const show = Boolean(process.stdout.isTTY && process.stderr.isTTY);
  await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { show });
  stamp(file, wanted);
}

/** Returns a hash that changes with every file below these paths. */
function stateOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stats) return;
    if (!stats.isDirectory()) hash.update(`${path}\0${stats.mtimeMs}\0${stats.size}\n`);
    else for (const entry of readdirSync(join(root, path)).sort()) add(join(path, entry));
  };
  paths.forEach(add);
  return hash.digest('hex');
}

/** Writes a brotli and a gzip file beside each text file from 1 KiB on: the server sends those as they are. */
async function compress(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) =>
    /\.(html|js|css|svg|json)$/.test(name),
  );
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      const content = readFileSync(path);
      if (content.length < 1024) return;
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, quality));
      writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Builds a web application, by one run of Vite for each mode: the first one empties the folder. */
async function buildWeb(name, modes = ['production']) {
  for (const mode of modes) await run(bin('vite'), ['build', name, '--mode', mode, '--logLevel', 'warn']);
  await compress(join(root, 'dist', name));
}

const common = ['package-lock.json', 'tsconfig.json', 'scripts/setup.mjs'];
const database = 'packages/embedded-database';
const parts = {
  database: {
    from: ['src', 'bench', 'package.json', 'tsconfig.json', 'tsconfig.build.json'].map((path) =>
      join(database, path),
    ),
    to: join(database, 'dist'),
    build: () => run(tsc, ['-p', join(database, 'tsconfig.build.json')]),
  },
  backend: {
    from: [
      'backend',
      'domain',
      'tsconfig.build.json',
      'nest-cli.json',
      'rolldown.config.mjs',
      'scripts/image-commands.mjs',
      'scripts/api-schemas.mjs',
      join(database, 'bench'),
    ],
    needs: ['database'],
    build: async () => {
      const bundle = async () => {
        await run(bin('nest'), ['build']);
        await run(bin('rolldown'), ['--config']);
      };
      rmSync(join(root, 'dist/backend'), { recursive: true, force: true });
      await Promise.all([bundle(), run(process.execPath, ['scripts/api-schemas.mjs'])]);
      writeImageCommands(root);
    },
  },
  checkout: {
    from: ['checkout', 'browser', 'domain'],
    build: () => buildWeb('checkout', ['production', 'order']),
  },
  admin: { from: ['admin', 'browser', 'domain'], build: () => buildWeb('admin') },
};

/** Builds the parts whose sources changed since they were last built. */
export async function build(names = Object.keys(parts)) {
  const all = new Set(names.flatMap((name) => [...(parts[name].needs ?? []), name]));
  const stale = [...all]
    .map((name) => ({
      name,
      state: stateOf([...common, ...parts[name].from]),
      file: join(root, '.build', name),
      to: join(root, parts[name].to ?? join('dist', name)),
    }))
    .filter(({ state, file, to }) => !isStamped(file, state) || !existsSync(to));
  if (!stale.length) return;
  console.error(`Building ${stale.map(({ name }) => name).join(', ')} …`);
  await Promise.all(
    stale.map(async ({ name, state, file }) => {
      await parts[name].build();
      stamp(file, state);
    }),
  );
}

/** @throws Error where this version of Node is too old for the project */
function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  throw new Error(`Node 20.19 or later, or 22.12 or later, is needed; this is ${process.versions.node}`);
}

/**
 * Runs the steps of a script, and ends the program with the reason where one fails. With `usage`, `--help` shows it,
 * and arguments are refused unless the script takes some.
 */
export async function main({ usage, takesArguments = false }, steps) {
  try {
    const args = process.argv.slice(2);
    if (usage && args.some((arg) => arg === '--help' || arg === '-h')) {
      console.log(usage);
      process.exit(0);
    }
    if (usage && !takesArguments && args.length)
      throw new Error(`Unexpected argument '${args[0]}'. ${usage.split('\n')[0]}`);
    requireNode();
    await steps();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
