// npm run rooms: draws docs/rooms.svg, the folders of the programs and what they import, from the layers that the lint
// enforces and the imports of the code. With --check it fails where the picture is not of today's code.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { folderOf, isTest } from '../lint/layers.mjs';
import config from '../oxlint.config.mjs';
import { main, root } from './build-system.mjs';
import { importsOf } from './imports.mjs';

const picture = join(root, 'docs/rooms.svg');

/** A program of layers as the lint has it, with the layers of its picture. */
const [server, backOffice, database, bankFiles] = config.rules['layers/downwards'][1];
const panels = [
  { ...server, title: 'The server', columns: 4 },
  { ...backOffice, title: 'The back-office', columns: 3 },
];
const below = [
  { ...database, title: 'The embedded database' },
  { ...bankFiles, title: 'Formats of bank files' },
  { root: 'checkout/src', title: 'The checkout' },
  { root: 'browser', title: 'Both web programs' },
  { root: 'domain', title: 'The business' },
];
const programs = [...panels, ...below];

/** The paths of the sources of a program, from the project's folder. */
const sourcesOf = ({ root: folder }) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => posix.join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !isTest(path));

const programOf = (path) => programs.find((program) => path.startsWith(`${program.root}/`));

/** The folder that holds all of these: "a/b" of "a/b/c" and "a/b/d". */
const commonFolder = (folders) =>
  folders.reduce((one, other) => {
    const parts = other.split('/');
    return one
      .split('/')
      .filter((part, index) => part === parts[index])
      .join('/');
  });

/**
 * Returns the rooms of a program, lowest first: a folder with those within it, where the layers do not have another one
 * in between.
 */
function roomsOf({ folders, layers }) {
  const starts = Object.entries(layers);
  for (const [layer, first] of starts)
    if (!folders.includes(first))
      throw new Error(`The layer ${layer} begins with ${first}, which is no folder of the lint's list.`);
  const rooms = [];
  let layer;
  for (const folder of folders) {
    layer = starts.find(([, first]) => first === folder)?.[0] ?? layer;
    const [top] = folder.split('/');
    const last = rooms.at(-1);
    if (last?.top === top) last.holds.push(folder);
    else rooms.push({ top, holds: [folder], layer, uses: new Set() });
  }
  for (const room of rooms) {
    const folder = commonFolder(room.holds);
    room.name = folder === '.' ? 'app.module' : folder.split('/').slice(-2).join('/');
  }
  return rooms;
}

/** Reads what each program imports of others, and each room of its own layer. */
function readImports() {
  const uses = new Map(programs.map((program) => [program, new Set()]));
  const rooms = new Map(panels.map((panel) => [panel, roomsOf(panel)]));
  for (const program of programs)
    for (const file of sourcesOf(program))
      for (const path of importsOf(file)) {
        const other = programOf(path);
        if (!other) continue;
        if (other !== program) uses.get(program).add(other);
        else if (rooms.has(program)) {
          const [from, to] = [file, path].map((each) => {
            const folder = folderOf(relative(program.root, each), program.folders);
            return rooms.get(program).find(({ holds }) => holds.includes(folder));
          });
          if (from && to && from !== to && from.layer === to.layer) from.uses.add(to);
        }
      }
  return { uses, rooms };
}

// Sizes in pixels.
const box = { width: 178, gap: 12, padding: 10, line: 15, letters: 27 };
const rowOf = (columns) => columns * (box.width + box.gap) - box.gap;
const margin = 24;

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (x, y, kind, words) => `<text x="${x}" y="${y}" class="${kind}">${escape(words)}</text>`;

/** Breaks words into lines of at most so many letters. */
function linesOf(words, letters) {
  const lines = [''];
  for (const word of words)
    if (`${lines.at(-1)} ${word}`.length > letters && lines.at(-1)) lines.push(word);
    else lines.push(`${lines.pop()} ${word}`.trim());
  return lines.filter(Boolean);
}
/** Lists those of a set, in the order of all: that of the files differs between machines. */
const listed = (all, set, nameOf) =>
  all
    .filter((one) => set.has(one))
    .map(nameOf)
    .join(', ');

/** Draws a box with lines below its name; returns its elements. */
const drawBox = (x, y, height, name, lines, width = box.width) => [
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" class="room"/>`,
  text(x + box.padding, y + 20, 'name', name),
  ...lines.map((line, index) => text(x + box.padding, y + 20 + (index + 1) * box.line, 'small', line)),
];
const heightOf = (lines) => 30 + lines.length * box.line;

/** Draws the layers of a program from the highest down; returns its elements and where they end. */
function drawPanel({ title, columns, layers }, says, rooms, x, top) {
  const drawn = [text(x, top, 'title', title), text(x, top + 18, 'small', says)];
  let y = top + 34;
  for (const layer of Object.keys(layers).reverse()) {
    const own = rooms.filter((room) => room.layer === layer);
    const start = y;
    const boxes = [];
    y += 26;
    for (let first = 0; first < own.length; first += columns) {
      const row = own.slice(first, first + columns).map(({ name, uses }) => ({
        name,
        lines: linesOf(listed(own, uses, (used) => used.name).split(' '), box.letters),
      }));
      const height = Math.max(...row.map(({ lines }) => heightOf(lines)));
      row.forEach(({ name, lines }, index) =>
        boxes.push(...drawBox(x + index * (box.width + box.gap), y, height, name, lines)),
      );
      y += height + box.gap;
    }
    drawn.push(
      `<rect x="${x - 12}" y="${start}" width="${rowOf(columns) + 24}" height="${y - start}" rx="8" class="layer"/>`,
      text(x, start + 18, 'band', layer),
      ...boxes,
    );
    y += 26;
    if (layer !== Object.keys(layers)[0]) {
      const middle = x + rowOf(columns) / 2;
      drawn.push(`<path d="M${middle} ${y - 24}v17" class="arrow" marker-end="url(#head)"/>`);
    }
  }
  return { drawn, end: y };
}

function draw() {
  const { uses, rooms } = readImports();
  const width = margin * 5 + rowOf(panels[0].columns) + rowOf(panels[1].columns);
  const importsOfProgram = (program) => listed(programs, uses.get(program), (used) => used.root);
  const drawn = [];
  let x = margin + 12;
  let end = 0;
  for (const panel of panels) {
    const says = `${panel.root}, which imports ${importsOfProgram(panel)}`;
    const part = drawPanel(panel, says, rooms.get(panel), x, 76);
    drawn.push(...part.drawn);
    end = Math.max(end, part.end);
    x += rowOf(panel.columns) + margin * 2;
  }
  const wide = (width - 2 * margin - (below.length - 1) * box.gap) / below.length;
  const lines = (program) => [program.root, `imports ${importsOfProgram(program) || 'none of the others'}`];
  below.forEach((program, index) =>
    drawn.push(...drawBox(margin + index * (wide + box.gap), end, 60, program.title, lines(program), wide)),
  );
  const total = end + 60 + margin;
  const legend = 'A room imports all layers below. In small letters: what it imports of its own layer.';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${total}" width="${width}" height="${total}" role="img" aria-label="The rooms of the programs and what they import">
<style>
text { font-family: system-ui, sans-serif; fill: #1c2733 }
.title { font-size: 18px; font-weight: 600 } .band { font-size: 12px; fill: #40566b } .name { font-size: 13px; font-weight: 600 }
.small { font-size: 11px; fill: #40566b } .layer { fill: #eef3f7 } .room { fill: #fff; stroke: #b8c7d4 }
.arrow { stroke: #40566b; stroke-width: 1.5 }
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#40566b"/></marker></defs>
<rect width="${width}" height="${total}" fill="#fff"/>
${text(margin, 34, 'small', legend)}
${drawn.join('\n')}
</svg>
`;
}

const usage = `Usage: npm run rooms -- [--check]

Draws docs/rooms.svg, the folders of the programs and what they import. --check draws nothing, and fails where the
picture is not of today's code.`;

await main({ usage, takesArguments: true }, () => {
  const [argument] = process.argv.slice(2);
  if (argument === undefined) return writeFileSync(picture, draw());
  if (argument !== '--check')
    throw new Error(`Unexpected argument '${argument}'. Usage: npm run rooms -- [--check]`);
  if (readFileSync(picture, 'utf8') !== draw())
    throw new Error('docs/rooms.svg is of an earlier state of the code: npm run rooms');
});
