import { isLabel, labelAt, labelNames, namesOnOneLine } from './notice-labels.js';

/** A notification has some 5,000 characters. */
const maximumText = 100_000;
const maximumLines = 600;
const maximumLine = 4000;
const maximumDepth = 20;

/** A notification without what mail programs have put around it. */
export interface NoticeLines {
  /** Trimmed lines from its beginning; a subject in a forwarded mail's header is the first. */
  lines: string[];
  /** The sender of the forwarded mail by its header, "JANE SMITH <notify@payments.interac.ca>". */
  from?: string;
}

const quoteMarks = /^(?:\s*>)+/;
const quoteDepth = (line: string): number => (quoteMarks.exec(line)?.[0].match(/>/g) ?? []).length;

/** Removes the quote marks of the forwarded mail, so that a message that begins with one keeps it. */
function unquoted(lines: readonly string[]): string[] {
  const numbered = lines.find((line) => isLabel(line.replace(quoteMarks, '').trim(), 'number'));
  const depth = numbered === undefined ? maximumDepth : Math.min(quoteDepth(numbered), maximumDepth);
  const marks = new RegExp(String.raw`^(?:\s*>){0,${depth}}`);
  return lines.map((line) => line.replace(marks, ''));
}

const cellsOf = (line: string): string[] =>
  line
    .split(/\t+| \| | {3,}/)
    .map((cell) => cell.trim())
    .filter(Boolean);
const isBareLabel = (text: string): boolean => {
  const label = labelAt(text);
  return label !== undefined && label.kind !== 'footer' && label.kind !== 'heading' && !label.rest;
};

/** Removes the borders of tables drawn with "|", and spaces that are no separators of cells. */
function unframed(line: string): string {
  const inner = line.trim();
  const isFramed = /^\|.*\|$/.test(inner) || (inner.startsWith('|') && labelAt(inner.slice(1).trim()));
  return isFramed ? inner.replace(/^\||\|$/g, '').trim() : inner;
}

/** Puts a table's cells below each other: a line of labels above one of their values. */
function withoutRows(lines: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const names = cellsOf(line);
    const values = cellsOf(lines[at + 1] ?? '');
    if (names.length > 1 && names.length === values.length && names.every(isBareLabel)) {
      for (const [index, name] of names.entries()) found.push(name, values[index] ?? '');
      at += 1;
    } else found.push(line);
  }
  return found;
}

/** Returns the first lines from an index that are not blank, with the index behind them. */
function filledLines(
  lines: readonly string[],
  start: number,
  wanted: (line: string, count: number) => boolean,
) {
  const found: string[] = [];
  let end = start;
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!line) continue;
    if (!wanted(line, found.length)) break;
    found.push(line);
    end = at + 1;
  }
  return { found, end };
}

/** Puts each value below its label where several labels stand above as many values. */
function withoutColumns(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const labels = filledLines(lines, at, isBareLabel);
    const { length } = labels.found;
    const values = filledLines(lines, labels.end, (line, count) => count < length && !isBareLabel(line));
    if (lines[at] && length > 1 && values.found.length === length) {
      for (const [index, name] of labels.found.entries()) result.push(name, values.found[index] ?? '', '');
      at = values.end - 1;
    } else result.push(lines[at] ?? '');
  }
  return result;
}

/** Splits a line that holds several labels with their values, as text copied without its line ends. */
function splitLine(line: string): string[] {
  const cuts = new Map<string, number>();
  for (const { index, groups = {} } of line.matchAll(namesOnOneLine)) {
    const kind = labelNames.find((name) => groups[name] !== undefined);
    if (!kind) continue;
    // A message may repeat the labels behind it, and a name that it has itself.
    if (kind !== 'message' || !cuts.has(kind)) cuts.set(kind, index);
  }
  if (cuts.size < 3) return [line];
  const starts = [0, ...cuts.values()].toSorted((one, other) => one - other);
  return starts.map((start, index) => line.slice(start, starts[index + 1]).trim()).filter(Boolean);
}

const headerFields = {
  from: /^[*_]{0,2}(?:from|de)\s*[*_]{0,2}\s*:\s*[*_]{0,2}\s*/iu,
  subject: /^[*_]{0,2}(?:subject|objet|sujet)\s*[*_]{0,2}\s*:\s*[*_]{0,2}\s*/iu,
  other:
    /^[*_]{0,2}(?:date|sent|to|cc|bcc|reply-to|importance|envoy[ée](?: le)?|[àa]|cci|r[ée]pondre [àa])\s*[*_]{0,2}\s*:/iu,
} as const;
const isHeaderField = (line: string): boolean =>
  Object.values(headerFields).some((field) => field.test(line));

/** Longest header of a forwarded mail, in lines that are not blank. */
const maximumHeader = 14;

interface ForwardedHeader {
  end: number;
  from: string;
  subject: string;
}

/** Reads the header of a forwarded mail that begins at a line; undefined where none does. */
function headerAt(lines: readonly string[], start: number): ForwardedHeader | undefined {
  const first = lines[start] ?? '';
  const from = headerFields.from.exec(first);
  if (!from) return undefined;
  let subject: string | undefined;
  let fields = 0;
  let end = start + 1;
  let isSubjectOpen = false;
  for (let at = start; at < lines.length && at < start + 2 * maximumHeader; at += 1) {
    const line = lines[at] ?? '';
    // A field may continue on the next line, which no blank line separates.
    const continues = line !== '' && lines[at - 1] !== '' && at === end && at > start;
    if (isHeaderField(line)) {
      const found = headerFields.subject.exec(line);
      isSubjectOpen = found !== null;
      if (found) subject = line.slice(found[0].length);
      fields += 1;
    } else if (line === '') continue;
    else if (!continues) break;
    else if (isSubjectOpen) subject += ` ${line}`;
    end = at + 1;
  }
  if (subject === undefined || fields < 3) return undefined;
  return { end, subject, from: first.slice(from[0].length) };
}

/** Splits a notification into lines, without quote marks, tables and the header of the mail that forwards it. */
export function noticeLines(text: string): NoticeLines {
  const raw = text
    .slice(0, maximumText)
    .normalize('NFC')
    // Mail programs pad a preview with characters that are not shown.
    .replace(/[\p{Cf}\u034F]/gu, '')
    .split(/\r\n|\n|\r|\u2028|\u2029/)
    .slice(0, maximumLines)
    .map((line) => line.slice(0, maximumLine).replaceAll('\u00A0', ' '));
  const cells = withoutRows(unquoted(raw).map(unframed)).flatMap(splitLine);
  const lines = withoutColumns(cells.map((line) => line.replace(/\s+/gu, ' ').trim()));
  const numberedAt = lines.findLastIndex((line) => isLabel(line, 'number'));
  let header: ForwardedHeader | undefined;
  for (let at = 0; at < (numberedAt < 0 ? lines.length : numberedAt); at += 1) {
    const found = headerAt(lines, at);
    if (!found) continue;
    header = found;
    at = found.end - 1;
  }
  if (!header) return { lines };
  return { lines: [header.subject, '', ...lines.slice(header.end)], from: header.from };
}
