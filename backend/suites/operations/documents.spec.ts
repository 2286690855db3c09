import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { lexer, type Token, walkTokens } from 'marked';
import { variables } from '../../src/programs/settings.js';

const root = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...inDocs];
/** Their tables are lists of tests and of pictures. */
const tabular = ['docs/asvs.md', 'docs/tour.md'];

/** The pieces of a document's Markdown, each before those in it. */
function tokensOf(name: string): Token[] {
  const found: Token[] = [];
  void walkTokens(lexer(read(name)), (token) => void found.push(token));
  return found;
}

/** The words of a token as they are read; a piece of code, such as a command, is one word. Bullets within count on their own. */
function textOf({ type, tokens, text }: Pick<Token, 'type'> & { tokens?: Token[]; text?: string }): string {
  if (type === 'codespan') return 'code';
  if (['image', 'html', 'code', 'list'].includes(type)) return '';
  if (type === 'br') return ' ';
  return tokens?.map(textOf).join(type === 'list_item' ? ' ' : '') ?? text ?? '';
}
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
const sentencesOf = (text: string) => text.split(/(?<=[.!?]["”’)]?)\s+/u);

/** Returns the sentences and bullets of a document that are too long. */
function tooLong(name: string): string[] {
  return tokensOf(name).flatMap((token) => {
    if (token.type === 'list_item') return [textOf(token)].filter((text) => wordsOf(text) > 60);
    const isTable = token.type === 'table' && !tabular.includes(name);
    const cells = isTable ? [...token.header, ...token.rows.flat()] : [];
    // A bullet's own words are a text of parts.
    const isText = ['paragraph', 'heading'].includes(token.type) || (token.type === 'text' && token.tokens);
    return [...cells, ...(isText ? [token] : [])]
      .flatMap((one) => sentencesOf(textOf(one)))
      .filter((text) => wordsOf(text) > 35);
  });
}

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

  it.each(documents)('are of short sentences and bullets: %s', (name) => {
    expect(tooLong(name)).toEqual([]);
  });

  it.each([...documents, 'CHANGELOG.md', 'e2e/README.md', 'backend/bench/README.md'])(
    'link to files and headings that are there: %s',
    (name) => {
      const links = tokensOf(name).flatMap((token) => ('href' in token ? (token.href as string) : []));
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
