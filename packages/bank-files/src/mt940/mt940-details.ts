/** Width of the lines of a tag 86, and of the parts of a German one: a longer text goes on without a space. */
const lineWidth = 65;
const partWidth = 27;

/** Joins lines, the full ones directly to the next, as they are cut anywhere. */
const joinLines = (lines: readonly string[], width: number): string =>
  lines.map((line) => (line.length < width ? `${line} ` : line)).join('');

const isNamed = (id: string): boolean => id !== '' && !/^(?:NOTPROVIDED|NONREF|NOREF)$/i.test(id);

function splitAt(text: string, label: RegExp): { head: string; contents: Map<string, string> } {
  const [head = '', ...rest] = text.split(label);
  const contents = new Map<string, string>();
  for (let index = 0; index < rest.length; index += 2) {
    const [name = '', content = ''] = rest.slice(index, index + 2);
    if (!contents.has(name)) contents.set(name, content.trim());
  }
  return { head: head.trim(), contents };
}

/** The German structure: a code of the transaction, then fields by two digits after a mark, as in "166?00GUTSCHRIFT?20". */
const german = /^\d{3}([?<>~^@|])(?=00|10|2\d|3\d|6\d)/;

/** Labels within the remittance text of the German structure. */
const sepaLabel = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|COAM|OAMT)[+:]/;

function readGerman(text: string, mark: string) {
  const field = new RegExp(`[${mark === '^' ? String.raw`\^` : mark}](00|10|2\\d|3\\d|6\\d)`);
  const parts = text.slice(3).split(field).slice(1);
  const join = (keys: RegExp) => {
    const found = parts.flatMap((key, index) =>
      index % 2 === 0 && keys.test(key) ? [parts[index + 1] ?? ''] : [],
    );
    return joinLines(found, partWidth).trim();
  };
  const remittance = join(/^[26]/);
  const { head, contents } = splitAt(remittance, sepaLabel);
  const labelled = ['SVWZ', 'EREF', 'ABWA', 'ABWE'].map((label) => contents.get(label) ?? '');
  const texts = [head, ...labelled].filter(isNamed);
  return { texts: [...(texts.length ? texts : [remittance]), join(/^00/)], payer: join(/^3[23]/) };
}

/** The structure by words between slashes, as Dutch and many other banks use it: "/EREF/…//NAME/…/REMI/…". */
const slashed = /^\/[A-Z]{2,4}\//;

const slashLabel =
  /\/(ACCT|ACCW|ADDR|BENM|BIC|BUSP|CHGS|CNTP|CREF|CSID|EREF|EXCH|IBAN|ID|IREF|ISDT|KREF|MARF|NAME|OCMT|OPRN|ORDP|PREF|PURP|REMI|RTRN|TRCD|TRTP|ULTB|ULTC|ULTD)\//;

/** The kinds of remittance within "/REMI/": "USTD//…", "STRD/CUR/…". */
const remittanceKind = /^(?:USTD\/\/?|STRD\/(?:[A-Z]{3}\/)?)/;

/** Removes the slashes at the end; a pattern would try each of many slashes in the midst. */
function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

function readSlashed(text: string) {
  const { contents } = splitAt(text, slashLabel);
  const contentOf = (label: string) => withoutSlashes(contents.get(label) ?? '').trim();
  const remittance = contentOf('REMI').replace(remittanceKind, '').trim();
  const texts = [remittance, contentOf('EREF')].filter(isNamed);
  // Account, bank, name and town.
  const counterparty = contentOf('CNTP').split('/')[2];
  const payer = contentOf('NAME') || counterparty || contentOf('ORDP') || contentOf('BENM');
  return { texts: [...(texts.length ? texts : [text]), contentOf('TRTP')], payer };
}

/** The name of an unstructured text with labels: "IBAN: …   NAAM: …   OMSCHRIJVING: …". */
const labelledName = /\b(?:NAAM|NAME)\s*:\s*(\S.*?)(?=\s{2,}|\s+\p{L}+\s*:|$)/iu;

/** Reads the texts and the payer's name in the lines of a tag 86 of any dialect. */
export function readDetails(lines: readonly string[]): { texts: string[]; payer: string | undefined } {
  const joined = lines.join('').trim();
  const mark = german.exec(joined)?.[1];
  if (mark) return readGerman(joined, mark);
  if (slashed.test(joined)) return readSlashed(joined);
  const text = joinLines(lines, lineWidth).trim();
  return { texts: [text], payer: labelledName.exec(text.slice(0, 2000))?.[1] };
}
