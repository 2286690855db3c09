// Prepares everything that the project's programs need. Uses Node's own modules only: it runs before the install.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants as zlibConstants, gzip } from 'node:zlib';
import { writeImageCommands } from './image-commands.mjs';
import { activateRelease, createRelease } from './release.mjs';

export const root = join(import.meta.dirname, '..');
const bin = (name) => join(root, 'node_modules', '.bin', name);
/** The native compiler. The package `typescript` is its predecessor, whose API Nest's plugins use. */
const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');

/** Lets other programs go first, such as a running server: a build takes all processors. */
function lowerPriority(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system forbids it.
  }
}

/** Runs a command of a build, behind other programs. */
const runBehind = (command, args, options) => run(command, args, { ...options, isLow: true });

/** Runs a command; its output is shown when it fails, or as it comes with `show`. */
export function run(command, args, { show = false, env = process.env, cwd = root, isLow = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
    if (isLow && child.pid !== undefined) lowerPriority(child.pid);
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

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Returns whether npm has installed all packages of the lock file, as by `npm ci`. */
function isInstalledByNpm() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesIn(record);
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, link }]) =>
      optional || link || !path.includes('node_modules/') || installed[path]?.version === version,
  );
}

/** The workspaces without packages/tools, whose packages no program is built from. */
const ofPrograms = [
  '--include-workspace-root',
  ...['bank-files', 'embedded-database'].map((name) => `--workspace=packages/${name}`),
];

/**
 * Installs the packages of the lock file from which the programs are built and run, and those of packages/tools with
 * `tools`, unless exactly these are installed. Packages that are there already stay where they are, as a running server
 * may load them.
 */
export async function install({ tools = false } = {}) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const { modules } = process.versions;
  const [programs, all] = ['programs', 'all'].map((which) => `${lock} ${which} ${modules}`);
  const file = join(root, 'node_modules', '.installed');
  if ((isStamped(file, all) || (!tools && isStamped(file, programs))) && existsSync(tsc)) return;
  // Native packages are those of one version of Node's interface.
  const isOther = existsSync(file) && !readFileSync(file, 'utf8').endsWith(` ${modules}`);
  if (!isOther && isInstalledByNpm()) return stamp(file, all);
  console.error('Installing packages …');
  // The build needs the development packages even if NODE_ENV is "production". On a terminal npm shows its own
  // progress.
  const show = Boolean(process.stdout.isTTY && process.stderr.isTTY);
  const how = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  const which = tools ? [] : ofPrograms;
  await run('npm', [...how, ...which, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    show,
  });
  stamp(file, tools ? all : programs);
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
      const quality = {
        params: { [zlibConstants.BROTLI_PARAM_QUALITY]: zlibConstants.BROTLI_MAX_QUALITY },
      };
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, quality));
      writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Builds a web application, by one run of Vite for each mode: the first one empties the folder. */
async function buildWeb(name, out, modes = ['production']) {
  for (const mode of modes)
    await runBehind(bin('vite'), ['build', name, '--outDir', out, '--mode', mode, '--logLevel', 'warn']);
  await compress(out);
}

const common = ['package-lock.json', 'tsconfig.json', 'scripts/build-system.mjs'];
const database = 'packages/embedded-database';
const bankFiles = 'packages/bank-files/src';
const parts = {
  database: {
    from: ['src', 'bench', 'package.json', 'rolldown.config.mjs', 'tsconfig.json', 'tsconfig.build.json'].map(
      (path) => join(database, path),
    ),
    build: async (out) => {
      // Compiled in a folder that stays, where only what changed is compiled.
      const compiled = join(root, '.build/compiled/database');
      const info = join(compiled, '.tsbuildinfo');
      const project = join(database, 'tsconfig.build.json');
      await runBehind(tsc, ['-p', project, '--outDir', compiled, '--tsBuildInfoFile', info]);
      cpSync(compiled, out, { recursive: true, filter: (path) => !/\.js(\.map)?$/.test(path) });
      const env = { ...process.env, DATABASE_OUT: out };
      await runBehind(bin('rolldown'), ['--config', join(database, 'rolldown.config.mjs')], { env });
    },
  },
  backend: {
    from: [
      'nest-cli.json',
      'backend',
      'domain',
      bankFiles,
      'scripts/api-schemas.mjs',
      'scripts/compile-backend.mjs',
      join(database, 'bench'),
    ],
    needs: ['database'],
    build: async (out) => {
      const env = { ...process.env, BACKEND_OUT: out };
      const bundle = async () => {
        await runBehind(process.execPath, ['scripts/compile-backend.mjs']);
        await runBehind(bin('rolldown'), ['--config', 'backend/rolldown.config.mjs'], { env });
        // After the modules: a script that is older than these is passed over.
        await runBehind(bin('rolldown'), ['--config', 'backend/rolldown.serving.config.mjs'], { env });
        await runBehind(process.execPath, [join(out, 'src/compile-serving.js')]);
      };
      await Promise.all([bundle(), runBehind(process.execPath, ['scripts/api-schemas.mjs'], { env })]);
    },
  },
  checkout: {
    from: ['checkout', 'browser', 'domain'],
    build: (out) => buildWeb('checkout', out, ['production', 'order']),
  },
  admin: { from: ['admin', 'browser', 'domain', bankFiles], build: (out) => buildWeb('admin', out) },
};

/** Returns the parts with the state of their sources; `isBuilt` and `isStale` tell what the current build has of them. */
function inspect(names = Object.keys(parts)) {
  const all = new Set(names.flatMap((name) => [...(parts[name].needs ?? []), name]));
  return [...all].map((name) => {
    const state = stateOf([...common, ...parts[name].from]);
    const [to, file] = [join(root, 'dist', name), join(root, '.build', name)];
    const isBuilt = existsSync(to);
    return { name, state, file, to, isBuilt, isStale: !isBuilt || !isStamped(file, state) };
  });
}

/** Builds the parts whose sources changed since they were last built. */
export async function build(names) {
  const chosen = inspect(names).filter(({ isStale }) => isStale);
  if (!chosen.length) return;
  console.error(`Building ${chosen.map(({ name }) => name).join(', ')} …`);
  const others = inspect().filter(({ name, isBuilt }) => isBuilt && !chosen.some((one) => one.name === name));
  const release = createRelease(root, others);
  try {
    await Promise.all(chosen.map(({ name }) => parts[name].build(join(release, name))));
  } catch (error) {
    rmSync(release, { recursive: true });
    throw error;
  }
  writeImageCommands(release);
  activateRelease(root, release);
  for (const { state, file } of chosen) stamp(file, state);
}

/** Prepares a command: builds where nothing is built yet, else says if what is built is older than its sources. */
export async function prepareCommand(names) {
  const inspected = inspect(names);
  if (!inspected.every(({ isBuilt }) => isBuilt)) {
    await install();
    return build(names);
  }
  if (inspected.some(({ isStale }) => isStale))
    console.error(
      'The sources have changed since they were built: this runs the former build. To build: npm run build',
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
