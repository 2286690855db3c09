import { statementLimits } from '#bank-files/contract';
import { gzipSync } from 'node:zlib';
import { noticeMailBytes } from '#domain/bank/notices';

const most = statementLimits.bytes;

/** A file, and the status and message (of a 400) of its response. */
export interface HostileFile {
  name: string;
  content: () => string | Buffer;
  status: 201 | 400 | 413;
  message?: RegExp;
}

const refused = (name: string, content: () => string | Buffer, message?: RegExp): HostileFile => ({
  name,
  content,
  status: 400,
  ...(message && { message }),
});
const read = (name: string, content: () => string | Buffer): HostileFile => ({ name, content, status: 201 });
const tooLarge = (name: string, content: () => string | Buffer): HostileFile => ({
  name,
  content,
  status: 413,
});

/** As many repetitions as the largest file holds. */
const fill = (part: string, begin = '', end = '', bytes: number = most): string =>
  begin + part.repeat(Math.floor((bytes - begin.length - end.length) / part.length)) + end;

/** Random bytes, the same in every run. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    bytes[at] = state >> 16;
  }
  return bytes;
}

const header = 'Date,Description,Amount\n';
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const camtOpen =
  '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>';
const camtClose = '</Stmt></BkToCstmrStmt></Document>';
const entry =
  '<Ntry><Amt Ccy="CAD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry>';
const longName = 'a'.repeat(50_000);
const nested = (depth: number, name: string, inside: string) =>
  `<${name}>`.repeat(depth) + inside + `</${name}>`.repeat(depth);

/** The largest file that is accepted: 5,000 rows in 2 MiB. The cost of the others is compared with its. */
export const plainFile = (mark: string, rows: number = statementLimits.rows): string => {
  const text = `E-TRANSFER - AUTODEPOSIT JANE SMITH ${mark} `.padEnd(380, 'lorem ipsum ');
  return header + Array.from({ length: rows }, (_, row) => `2026-11-21,"${text}${row}",1.00\n`).join('');
};

/** Rows of unknown references, each of which can be read in some eighty ways. */
export const strangeReferences = (rows: number = statementLimits.rows): string =>
  header +
  Array.from({ length: rows }, (_, row) => {
    const references = Array.from(
      { length: 18 },
      (__, at) => `CRTSOTN8BAD48${String(100_000 + row * 18 + at)}`,
    );
    return `2026-11-21,"${references.join(' ')}",1.00\n`;
  }).join('');

export const otherKinds: HostileFile[] = [
  refused('nothing', () => '', /empty/),
  refused('blanks', () => ' \n \n', /empty/),
  refused(
    'an Excel workbook or a zip bomb',
    () => Buffer.concat([Buffer.from('PK\x03\x04'), noise(most - 4)]),
    /zip/,
  ),
  refused('a compressed file', () => gzipSync(Buffer.alloc(64 * 1024 * 1024)), /compressed/),
  refused('a PDF', () => '%PDF-1.7 x', /PDF/),
  refused('noise', () => noise(most), /not a text file/),
  refused('noise without NUL bytes', () => Buffer.from(noise(most).map((byte) => byte || 1)), /./),
  refused('a web page', () => '<!doctype html><html></html>', /web page/),
  refused('other XML', () => '<?xml version="1.0"?><feed/>', /not a bank statement/),
  refused('NUL bytes', () => `${header}2026-11-21,\0,1.00`, /not a text file/),
  refused('NUL bytes alone', () => Buffer.alloc(most), /not a text file/),
  refused('UTF-16 without a mark', () => utf16(`${header}2026-11-21,A,1.00`), /not a text file/),
  read('UTF-16 with half a character at its end', () =>
    Buffer.concat([utf16(`\uFEFF${header}2026-11-21,A,1.00\n2026-11-22,B,2.00\n`), Buffer.from([0x41])]),
  ),
  read('UTF-16 with half a pair', () => utf16(`\uFEFF${header}2026-11-21,\uD800,1.00\n`)),
  read('bytes that windows-1252 lacks', () =>
    Buffer.concat([
      Buffer.from(`${header}2026-11-21,`),
      Buffer.from([0x81, 0x8d, 0xff]),
      Buffer.from(',1.00\n'),
    ]),
  ),
  tooLarge('10 MB of quotation marks', () => '"'.repeat(10_000_000)),
  tooLarge('a line of 10 MB', () => `${header}${'a'.repeat(10_000_000)}`),
];

export const csvFiles: HostileFile[] = [
  refused('one line', () => fill('a'), /too long/),
  refused('commas', () => fill(','), /too long|columns/),
  refused('a hundred thousand columns', () => `Date,Amount\n${'a,'.repeat(100_000)}`, /too long|columns/),
  refused('201 columns', () => `Date,Amount${',x'.repeat(199)}\n2026-11-21,1.00`, /at most 200 columns/),
  refused('empty lines', () => fill('\n', '', 'a'), /at most 5,000 rows/),
  refused('rows of two columns', () => fill('1,1\n', header), /at most 5,000 rows/),
  refused('5,001 rows', () => header + '2026-11-21,x,1.00\n'.repeat(5001), /at most 5,000 rows/),
  refused('headers', () => fill(header), /at most 5,000 rows/),
  refused('a header alone', () => header, /no transactions/),
  refused('headers alone', () => header.repeat(4000), /no transactions/),
  // Accepted as a draft that leaves the mapping open.
  read('prose', () => 'Dear bank,\nplease send money.\n'),
  refused(
    'an open quotation mark',
    () => `Date,Amount\n"2026-11-21,1.00\n${'x,1\n'.repeat(20)}`,
    /quotation mark/,
  ),
  refused('a quoted text without end', () => `"${'x\n'.repeat(24_000)}`, /too long|quotation mark/),
  refused('quotation marks', () => fill('"'), /./),
  refused('lines of quotation marks', () => fill(`${'"'.repeat(999)}\n`), /./),
  refused('quotation marks and commas', () => fill(`${'",'.repeat(90)}\n`, header), /./),
  read('digits without end as amounts', () =>
    fill(`2026-11-21,x,${'1'.repeat(32_000)}x\n`, `${header}2026-11-21,x,1.00\n`),
  ),
  read('amounts of thousands marks', () =>
    fill(`2026-11-21,x,"${'1,'.repeat(990)}x"\n`, `${header}2026-11-21,x,1.00\n`),
  ),
  read('blanks as amounts', () =>
    fill(`2026-11-21,x,${' '.repeat(32_000)}1 x\n`, `${header}2026-11-21,x,1.00\n`),
  ),
  read('dates without end', () => fill(`1${'-'.repeat(32_000)}a,x,1.00\n`, `${header}2026-11-21,x,1.00\n`)),
  read('digits without end in every column of a file without a header', () =>
    fill(`${'1'.repeat(16_000)}x,${'1'.repeat(16_000)}x\n`),
  ),
  read(
    'huge amounts',
    () => `${header}2026-11-21,x,1.00\n${`2026-11-21,x,${'9'.repeat(300)}\n`.repeat(4000)}`,
  ),
  read('rows of which none can be read', () =>
    fill(`x,${'y'.repeat(420)},z\n`, `${header}2026-11-21,x,1.00\n`),
  ),
  read('200 columns', () => {
    const width = 'x,'.repeat(196);
    return `Date,Amount,Description,${width}\n${`2026-11-21,1.00,x,${width}\n`.repeat(5000)}`;
  }),
  read(
    'blanks in the name of a column',
    () => `${header.trim()},${'_'.repeat(30_000)}x\n2026-11-21,x,1.00,y\n`,
  ),
  read('formulas', () => header + '2026-11-21,"=HYPERLINK(""http://x"",1)",1.00\n'.repeat(1000)),
  read('texts full of strange references', () => strangeReferences()),
];

export const ofxFiles: HostileFile[] = [
  refused('5,001 entries', () => `<OFX>${'<STMTTRN><TRNAMT>1'.repeat(5001)}`, /at most 5,000 rows/),
  refused('no entries', () => '<OFX></OFX>', /no transactions/),
  refused('open tags', () => fill('<', '<OFX>'), /no transactions/),
  refused('tags that never end', () => fill(`<${'a'.repeat(300)}`, '<OFX>'), /no transactions/),
  refused('a tag that never ends', () => fill('a', '<OFX><'), /no transactions/),
  refused('aggregates within aggregates', () => fill('<STMTRS>', '<OFX>'), /no transactions/),
  read('a memo of 2 MiB', () => fill('x', '<OFX><STMTTRN><DTPOSTED>20261121<TRNAMT>1.00<MEMO>')),
  read('a memo of entities', () => fill('&#88;', '<OFX><STMTTRN><DTPOSTED>20261121<TRNAMT>1.00<MEMO>')),
  read('a memo of CDATA sections that never end', () =>
    fill('<![CDATA[', '<OFX><STMTTRN><DTPOSTED>20261121<TRNAMT>1.00<MEMO>'),
  ),
  read('an amount of 2 MiB', () => fill('1', '<OFX><STMTTRN><DTPOSTED>20261121<TRNAMT>', 'x')),
  read('unclosed entries', () => `<OFX>${'<STMTTRN><DTPOSTED>20261121<TRNAMT>1.00<NAME>X'.repeat(5000)}`),
];

const mt940Open = ':20:X\n:25:4821\n:28C:1\n:60F:C261120CAD10,00\n';
const mt940Entry = ':61:261121C1,00NTRFNONREF\n';

export const mt940Files: HostileFile[] = [
  refused('no entries', () => mt940Open, /no transactions/),
  refused('an empty block', () => '{1:F01BANKDEFFAXXX}{4:\n:20:X', /no transactions/),
  refused('5,001 entries', () => mt940Open + mt940Entry.repeat(5001), /at most 5,000 rows/),
  refused('fields without end', () => fill(':86:\n', mt940Open), /no transactions/),
  refused('NUL bytes', () => `${mt940Open}${mt940Entry}:86:\0`, /not a text file/),
  tooLarge('a line of 10 MB', () => `${mt940Open}${mt940Entry}:86:${'a'.repeat(10_000_000)}`),
  read('a tag 86 of 2 MiB', () => fill('x', `${mt940Open}${mt940Entry}:86:`)),
  read('a tag 86 of empty lines', () => fill('\n', `${mt940Open}${mt940Entry}:86:`)),
  read('thousands of German fields', () => fill('?20', `${mt940Open}${mt940Entry}:86:166?00`)),
  read('thousands of labels', () => fill('EREF+', `${mt940Open}${mt940Entry}:86:166?00?20`)),
  read('thousands of words between slashes', () => fill('/EREF//', `${mt940Open}${mt940Entry}:86:`)),
  read('slashes', () => fill('/', `${mt940Open}${mt940Entry}:86:/REMI/`)),
  read('names without end', () => fill('NAME: a', `${mt940Open}${mt940Entry}:86:`)),
  read('an entry of 2 MiB', () => fill('1', `${mt940Open}:61:261121C`)),
  read('references of slashes', () => fill('/', `${mt940Open}:61:261121C1,00NTRF`)),
  read('lines of dashes', () => fill('-\n', `${mt940Open}${mt940Entry}:86:`)),
];

const qifEntry = 'D2026-11-21\nT1.00\nPX\n^\n';

export const qifFiles: HostileFile[] = [
  refused('no entries', () => '!Type:Bank\n', /no transactions/),
  refused('headers alone', () => fill('!Type:Bank\n'), /no transactions/),
  refused('5,001 entries', () => `!Type:Bank\n${qifEntry.repeat(5001)}`, /at most 5,000 rows/),
  refused('ends of entries', () => fill('^\n', '!Type:Bank\n'), /no transactions/),
  refused('NUL bytes', () => `!Type:Bank\n${qifEntry}\0`, /not a text file/),
  read('thousands of accounts', () =>
    fill(`!Account\nNA\n^\n!Type:Bank\n${qifEntry}!Account\nNB\n^\n!Type:Bank\n${qifEntry}`, '', '', 200_000),
  ),
  tooLarge('a line of 10 MB', () => `!Type:Bank\nD2026-11-21\nT1.00\nP${'a'.repeat(10_000_000)}\n^`),
  read('thousands of fields', () => fill('Mx\n', '!Type:Bank\nD2026-11-21\nT1.00\n', '^\n')),
  read('a memo of 2 MiB', () => fill('x', '!Type:Bank\nD2026-11-21\nT1.00\nM', '\n^\n')),
  read('an amount of 2 MiB', () => fill('1', '!Type:Bank\nD2026-11-21\nT', '\n^\n')),
  read('a date of 2 MiB', () => fill('1/', '!Type:Bank\nT1.00\nD', '\n^\n')),
];

export const camtFiles: HostileFile[] = [
  refused(
    'an empty CAMT.054',
    () =>
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.02"><BkToCstmrDbtCdtNtfctn></BkToCstmrDbtCdtNtfctn></Document>',
    /no transactions/,
  ),
  refused('deep XML of CAMT.052', () => fill('<a>', '<BkToCstmrAcctRpt>'), /nested too deeply/),
  refused(
    'entities within entities',
    () =>
      `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, index) => `<!ENTITY lol${index + 1} "${`&lol${index || ''};`.repeat(10)}">`).join('')}]>${camtOpen.slice(21)}&lol9;${camtClose}`,
    /DOCTYPE/,
  ),
  refused(
    'an external entity',
    () =>
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>${camtOpen.slice(21)}${entry.replace('1.00', '&xxe;')}${camtClose}`,
    /DOCTYPE/,
  ),
  refused(
    'an entity that is not declared',
    () => camtOpen + entry.replace('1.00', '&xxe;') + camtClose,
    /XML cannot be read/,
  ),
  refused(
    'broken XML',
    () => '<Document><BkToCstmrStmt><Stmt></BkToCstmrStmt></Document>',
    /XML cannot be read/,
  ),
  refused('XML that is cut off', () => camtOpen + entry.repeat(3), /XML cannot be read/),
  refused('deep XML', () => fill('<a>', '<BkToCstmrStmt>'), /nested too deeply/),
  refused('a comment that never ends', () => fill('-', `${camtOpen}<!-- `), /XML cannot be read/),
  refused('CDATA that never ends', () => fill('x', `${camtOpen}<![CDATA[`), /XML cannot be read/),
  refused(
    'names of 50,000 characters',
    () => camtOpen + nested(18, longName.slice(0, 50_000), '<a/>'.repeat(50_000)) + camtClose,
    /name/,
  ),
  refused('a name of 2 MiB', () => fill('a', '<BkToCstmrStmt><'), /name|XML cannot be read/),
  read(
    'a hundred thousand attributes',
    () =>
      `${camtOpen}<Ntry ${Array.from({ length: 100_000 }, (_, index) => `a${index}="1"`).join(' ')}/>${camtClose}`,
  ),
  refused('5,001 entries', () => camtOpen + entry.repeat(5001) + camtClose, /at most 5,000 rows/),
  read(
    'a hundred thousand parts of one entry',
    () =>
      camtOpen +
      entry.replace('</Ntry>', `<NtryDtls>${'<TxDtls/>'.repeat(100_000)}</NtryDtls></Ntry>`) +
      camtClose,
  ),
  read('a text of 2 MiB', () =>
    fill(
      'x',
      `${camtOpen}${entry.replace('</Ntry>', '')}<NtryDtls><TxDtls><RmtInf><Ustrd>`,
      `</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>${camtClose}`,
    ),
  ),
  read('an amount of 2 MiB', () =>
    fill('1', `${camtOpen}<Ntry><Amt Ccy="CAD">`, `x</Amt></Ntry>${camtClose}`),
  ),
  read(
    'huge amounts',
    () => camtOpen + entry.replace('1.00', '1e308') + entry.replace('1.00', '9'.repeat(300)) + camtClose,
  ),
  read('UTF-16', () => utf16(`\uFEFF${camtOpen.replace('?>', ' encoding="UTF-16"?>')}${entry}${camtClose}`)),
];

const boundary = (name: string) => `Content-Type: multipart/mixed; boundary="${name}"\r\n\r\n--${name}\r\n`;

const fillMail = (part: string, begin = '', end = ''): string => fill(part, begin, end, noticeMailBytes);

/** Mails, as .eml files, that are no Interac notice. */
export const mails: HostileFile[] = [
  refused('nothing', () => '', /not an Interac/),
  refused('noise', () => noise(noticeMailBytes), /not an Interac/),
  refused('headers without end', () => fillMail('X-A: b\r\n'), /not an Interac/),
  refused(
    'parts within parts',
    () => Array.from({ length: 5000 }, (_, index) => boundary(`b${index}`)).join(''),
    /not an Interac/,
  ),
  refused(
    'open tags',
    () => fillMail('<', 'Subject: Interac\r\nContent-Type: text/html\r\n\r\n'),
    /not an Interac/,
  ),
  refused(
    'tags that never end',
    () => fillMail('<a ', 'Subject: Interac\r\nContent-Type: text/html\r\n\r\n'),
    /not an Interac/,
  ),
  refused(
    'entities',
    () => fillMail('&#88;', 'Subject: Interac\r\nContent-Type: text/html\r\n\r\n'),
    /not an Interac/,
  ),
  refused(
    'amounts without end',
    () => fillMail(`received $${'1 '.repeat(450)}\r\n`, 'Subject: Interac\r\n\r\n'),
    /not an Interac/,
  ),
  refused(
    'senders without end',
    () => fillMail(`${'a '.repeat(450)}\r\n`, 'Subject: Interac\r\n\r\n'),
    /not an Interac/,
  ),
  refused(
    'labels without values',
    () => fillMail('Message from a:\r\n', 'Subject: Interac\r\n\r\n'),
    /not an Interac/,
  ),
  refused(
    'base64 that is none',
    () => fillMail('=*', 'Subject: Interac\r\nContent-Transfer-Encoding: base64\r\n\r\n'),
    /not an Interac/,
  ),
  refused('encoded words', () => fillMail('=?utf-8?Q?=41?= ', 'Subject: ', '\r\n\r\nx'), /not an Interac/),
  tooLarge('10 MB', () => 'a'.repeat(10_000_000)),
];

/** Mails that take a parser seconds. */
export const frozenMails: HostileFile[] = [
  refused('mails in mails', () => fillMail('Content-Type: message/rfc822\r\n\r\n'), /not an Interac/),
  refused(
    'parts without end',
    () => fillMail('--a\n\nx\n', 'Content-Type: multipart/mixed; boundary=a\r\n\r\n'),
    /not an Interac/,
  ),
];
