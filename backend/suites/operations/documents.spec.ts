import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parsers } from 'prettier/plugins/markdown';
import { variables } from '../../src/programs/settings.js';

const root = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** A node of a Markdown text, as prettier parses it. */
interface Node {
  type: string;
  children?: Node[];
  value?: string;
  url?: string;
  position: { start: { line: number } };
}

const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...inDocs];
/** Their tables are lists of tests and of pictures. */
const tabular = ['docs/asvs.md', 'docs/tour.md'];

/** No option of prettier changes how Markdown is read. */
const parse = (name: string) => parsers.markdown.parse(read(name), {} as never) as Promise<Node>;

/** The words of a node as they are read; a piece of code, such as a command, is one word. */
function textOf({ type, children, value = '' }: Node): string {
  if (type === 'inlineCode') return 'code';
  if (type === 'image' || type === 'html' || type === 'code') return '';
  if (type === 'break') return ' ';
  return children ? children.map(textOf).join(type === 'listItem' ? ' ' : '') : value;
}
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
const sentencesOf = (text: string) => text.split(/(?<=[.!?]["”’)]?)\s+/u);

/** Returns a line for each sentence and each bullet that is too long. */
function tooLong(name: string, node: Node): string[] {
  if (node.type === 'table' && tabular.includes(name)) return [];
  const found = (node.children ?? []).flatMap((child) => tooLong(name, child));
  const report = (text: string, most: number) => {
    const words = wordsOf(text);
    if (words > most) found.push(`${name}:${node.position.start.line}: ${words} words: ${text}`);
  };
  if (['paragraph', 'heading', 'tableCell'].includes(node.type))
    for (const sentence of sentencesOf(textOf(node))) report(sentence, 35);
  // The bullets below it count on their own.
  if (node.type === 'listItem')
    report(textOf({ ...node, children: node.children?.filter(({ type }) => type !== 'list') }), 60);
  return found;
}

const nodesOf = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(nodesOf)];

/** The name of a heading in addresses, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (name: string) =>
  read(name)
    .match(/^#+ .+$/gm)
    ?.map((line) => anchorOf(line.replace(/^#+ /, '')));

describe('the documents', () => {
  it('begin with a README of one page', () => {
    expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(10_000);
  });

  it.each(documents)('are of short sentences and bullets: %s', async (name) => {
    expect(tooLong(name, await parse(name))).toEqual([]);
  });

  it.each([...documents, 'CHANGELOG.md', 'e2e/README.md', 'backend/bench/README.md'])(
    'link to files and headings that are there: %s',
    async (name) => {
      const links = nodesOf(await parse(name)).flatMap(({ url }) => url ?? []);
      const dead = links
        .filter((url) => !/^\w+:/.test(url))
        .filter((url) => {
          const [path = '', anchor] = url.split('#');
          const file = path ? relative(root, join(root, dirname(name), path)) : name;
          if (!existsSync(join(root, file))) return true;
          return anchor !== undefined && !anchorsOf(file)?.includes(anchor);
        });
      expect(dead).toEqual([]);
    },
  );

  it('name commands that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = documents.flatMap((name) =>
      [...read(name).matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)].map(([, script = '']) => script),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  it('name each environment variable of the server', () => {
    const table = read('docs/operating/configuration.md');
    expect(variables.filter((variable) => !table.includes(`\`${variable}\``))).toEqual([]);
  });

  it('have the texts of visitors side by side as these are', () => {
    const check = spawnSync(process.execPath, [join(root, 'scripts/texts.mjs'), '--check'], {
      encoding: 'utf8',
    });
    expect([check.stderr, check.status]).toEqual(['', 0]);
  });

  it('have a picture of the rooms as these are', () => {
    const check = spawnSync(process.execPath, [join(root, 'scripts/rooms.mjs'), '--check'], {
      encoding: 'utf8',
    });
    expect([check.stderr, check.status]).toEqual(['', 0]);
  });
});
