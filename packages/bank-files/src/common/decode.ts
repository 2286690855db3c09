import type { StatementEncoding, StatementFormat } from './contract.js';
import { decodeAs, encodingsOf } from './encodings.js';
import { FileRefusedError } from './statement-row.js';

const picture = 'This is a picture. Export the transactions as CSV, OFX or CAMT instead.';

/** The first bytes of files of other formats, and the message for each. */
const signatures: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b], 'This is an Excel workbook or a zip archive. Export the transactions as CSV instead.'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an Excel workbook. Export the transactions as CSV instead.'],
  [[0x1f, 0x8b], 'This is a compressed file. Unpack it first.'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Export the transactions as CSV, OFX or CAMT instead.'],
  [[0x89, 0x50, 0x4e, 0x47], picture],
  [[0xff, 0xd8, 0xff], picture],
];

const startsWith = (bytes: Buffer, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** The character that ends a text of older programs (Ctrl-Z). */
const endOfText = '\u001A';

/** Removes the mark of a text's end, and blank lines before XML, which has none there. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === endOfText || /\s/.test(text[end - 1] ?? ''))) end -= 1;
  const whole = text.slice(end).includes(endOfText) ? text.slice(0, end) : text;
  const start = whole.trimStart();
  return start.startsWith('<?xml') ? start : whole;
}

/** A text without what is no part of it. Throws for bytes that are no text. */
function checked(decoded: string): string {
  const text = withoutEnd(decoded);
  if (text.includes('\0')) throw new FileRefusedError('This is not a text file');
  if (!/\S/.test(text)) throw new FileRefusedError('The file is empty');
  return text;
}

/** Decodes a file: UTF-8 with or without a byte order mark, UTF-16 with one, else the encodings that it may be in. */
export function decodeFile(bytes: Buffer): ReturnType<typeof encodingsOf> & {
  textIn: (encoding: StatementEncoding | undefined) => string;
} {
  if (bytes.length === 0) throw new FileRefusedError('The file is empty');
  for (const [start, message] of signatures)
    if (startsWith(bytes, start)) throw new FileRefusedError(message);
  const unicode = decodeUnicode(bytes);
  if (unicode !== undefined) return { textIn: () => checked(unicode), encodings: [] };
  return {
    textIn: (encoding = 'windows-1252') => checked(decodeAs(encoding, bytes)),
    ...encodingsOf(bytes),
  };
}

function decodeUnicode(bytes: Buffer): string | undefined {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const camtMessage = /<(?:\w+:)?BkToCstmr(Stmt|AcctRpt|DbtCdtNtfctn)(?:V\d+)?[\s>]/;
const camtFormats = { Stmt: 'camt053', AcctRpt: 'camt052', DbtCdtNtfctn: 'camt054' } as const;

/** Returns why a text that begins so is no bank's file, where the caller knows it as another one of its own. */
export type RefuseText = (start: string) => string | undefined;

/** A list of a bank may begin with a bracket, too. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Detects the format of a bank's file from its content. Throws a FileRefusedError that names an unsupported format. */
export function detectFormat(text: string, refuse?: RefuseText): StatementFormat {
  const start = text.slice(0, 4096).trimStart();
  if (/^OFXHEADER/i.test(start) || /<\?OFX\b|<OFX>/i.test(start)) return 'ofx';
  // Some programs write lines of their own before the first header.
  const marked = start.split(/\r\n|\n|\r/, 20).find((line) => line.startsWith('!'));
  if (marked && /^!(?:Type|Account|Option|Clear)\b/i.test(marked)) return 'qif';
  if (/^\{1:F01[^]*\}\{2:[IO]942|^:34F:/m.test(start) && !/^:60[FM]:/m.test(text))
    throw new FileRefusedError('This is MT942, which is not booked yet. Export the statement as MT940.');
  if (/^\{1:F01|^:20:|^:940:|^:25:|^:28C?:/.test(start) || /^:60[FM]:[CD]\d{6}[A-Z]{3}/m.test(start))
    return 'mt940';
  const refusal = refuse?.(start);
  if (refusal) throw new FileRefusedError(refusal);
  if (isJson(text)) throw new FileRefusedError('This is JSON. Export the transactions as CSV instead.');
  if (!/^<(?:[?!\w])/.test(start)) return 'csv';
  if (/^<(?:!DOCTYPE\s+html|html)\b/i.test(start))
    throw new FileRefusedError('This is a web page. Export the transactions as CSV instead.');
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new FileRefusedError('A file with a DOCTYPE is not read');
  const message = camtMessage.exec(text.slice(0, 65_536))?.[1];
  if (message) return camtFormats[message as keyof typeof camtFormats];
  throw new FileRefusedError('This XML file is not a bank statement (CAMT or OFX)');
}
