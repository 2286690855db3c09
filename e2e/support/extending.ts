import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './repository-copy.js';

interface Block {
  file: string;
  /** The beginning of the line that the block is inserted below; undefined for a block that creates the file. */
  below: string | undefined;
  code: string;
}

const page = readFileSync(join(root, 'docs/extending.md'), 'utf8');

/** The blocks of code of docs/extending.md. */
export const blocks: Block[] = [
  ...page.matchAll(/^```tsx?\n\/\/ (\S+?)(?:, below: (.+))?\n([^]*?)^```$/gm),
].map(([, file = '', below, code = '']) => ({ file, below, code }));

export const createdFiles = blocks.filter(({ below }) => below === undefined).map(({ file }) => file);
export const changedFiles = [...new Set(blocks.flatMap(({ file, below }) => (below ? [file] : [])))];

/** The specs that the page has run on the result. */
export const namedSpecs = /^npx jest (.+)$/m.exec(page)?.[1]?.split(' ') ?? [];

/** Returns the files that the blocks create or change, with their texts. Throws where a line is not there just once. */
export function applyBlocks(): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, below, code } of blocks) {
    if (below === undefined) {
      texts.set(file, code);
      continue;
    }
    const lines = (texts.get(file) ?? readFileSync(join(root, file), 'utf8')).split('\n');
    const places = lines.flatMap((line, at) => (line.trim().startsWith(below) ? [at] : []));
    if (places.length !== 1)
      throw new Error(`${file} has ${places.length} lines that begin with "${below}", not one`);
    lines.splice(places[0]! + 1, 0, code.trimEnd());
    texts.set(file, lines.join('\n'));
  }
  return texts;
}
