// npm run licenses: lists every package of the lock file by its licence; fails where one is not allowed. Development
// packages are checked too: the libraries of the web applications are among them, and are shipped in the bundles.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
  console.log(
    'Usage: npm run licenses\n\nLists the packages by licence, and fails where one is not allowed.',
  );
  process.exit(0);
}
const [stray] = process.argv.slice(2);
if (stray !== undefined && process.argv[1] === import.meta.filename) {
  console.error(`Unexpected argument '${stray}'. Usage: npm run licenses`);
  process.exit(1);
}
const root = join(import.meta.dirname, '..');

/** Licences whose conditions this project meets: notices are kept, MPL files are not changed. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Zlib',
  'Unlicense',
  'CC0-1.0',
  'CC-BY-4.0',
  'Python-2.0',
  'MPL-2.0',
  // Fonts: their licence goes with them, and an embedded one keeps its name.
  'OFL-1.1',
  // Older spellings of MIT and of the BSD licence.
  'MIT/X11',
  'BSD',
]);

/** Returns whether allowed licences fulfil an SPDX expression: one of an "OR", all of an "AND". */
export const isAllowed = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => allowed.has(name.trim())));

/** Returns the licence in a package's own files, for a package without one in the lock file. */
function declared(path) {
  const folder = join(root, path);
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return 'unknown';
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  const names = [license ?? licenses ?? []].flat().map((entry) => entry.type ?? entry);
  if (names.length) return names.join(' OR ');
  const texts = ['LICENSE', 'LICENSE.md', 'README.md', 'Readme.md']
    .map((name) => join(folder, name))
    .filter(existsSync);
  return texts.some((text) =>
    /MIT|Permission is hereby granted, free of charge/.test(readFileSync(text, 'utf8')),
  )
    ? 'MIT'
    : 'unknown';
}

/** Packages that state no licence anywhere, each with the reason to accept it. */
const silent = {
  // Of the author of chainsaw (MIT/X11); comes with exceljs for reading workbooks, which this project does not do.
  buffers: 'none stated, accepted',
};
allowed.add('none stated, accepted');

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const byLicence = new Map();
for (const [path, { license, version, link }] of Object.entries(packages)) {
  // The project itself and its workspaces.
  if (link || !path.includes('node_modules/')) continue;
  const name = path.split('node_modules/').at(-1);
  const stated = license ?? declared(path);
  const licence = stated === 'unknown' ? (silent[name] ?? stated) : stated;
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name}@${version}`]);
}

const refused = [];
for (const [licence, names] of [...byLicence].sort((a, b) => b[1].length - a[1].length)) {
  console.log(`${licence}: ${names.length}${names.length <= 5 ? ` (${names.join(', ')})` : ''}`);
  if (!isAllowed(licence)) refused.push(...names.map((name) => `${name}: ${licence}`));
}
if (refused.length) {
  console.error(`Not allowed:\n${refused.join('\n')}`);
  process.exitCode = 1;
}
