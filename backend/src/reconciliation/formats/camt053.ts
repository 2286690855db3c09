import { SaxesParser } from 'saxes';
import { type Currency } from '../../../../domain/money.js';
import { statementLimits } from '../../../../domain/reconciliation.js';
import { parseCents } from './amounts.js';
import { parseDay } from './days.js';
import { extractPayer } from './payer.js';
import {
  cleanText,
  FileRefusedError,
  optionalFields,
  type StatementRows,
  tooManyRows,
} from './statement-row.js';

/** Maximum nesting depth of the elements, and maximum length of their names. */
const maximumDepth = 40;
const maximumName = 100;

/** An element by its path below `Ntry` or `TxDtls` ("RmtInf/Ustrd"), with all of its texts. */
type Values = Map<string, string[]>;

interface Entry {
  /** The statement's account. */
  account: string;
  values: Values;
  details: Values[];
}

interface Document {
  currencies: Set<string>;
  entries: Entry[];
}

const first = (values: Values | undefined, ...paths: string[]): string | undefined => {
  for (const path of paths) {
    const text = values?.get(path)?.find(Boolean);
    if (text) return text;
  }
  return undefined;
};

/** Reads the elements of all entries; those of a batch's transactions (TxDtls) apart from the entry's own. */
function readDocument(xml: string): Document {
  const document: Document = { currencies: new Set(), entries: [] };
  const parser = new SaxesParser();
  const path: string[] = [];
  const texts: string[] = [];
  let account = '';
  let entry: Entry | undefined;
  let details: Values | undefined;
  let start = 0;
  const add = (name: string, text: string) => {
    const values = details ?? entry?.values;
    const known = values?.get(name);
    if (known) known.push(text);
    else values?.set(name, [text]);
  };
  parser.on('error', (error) => {
    throw new FileRefusedError(`The XML cannot be read: ${error.message.slice(0, 120)}`);
  });
  parser.on('doctype', () => {
    throw new FileRefusedError('A file with a DOCTYPE is not read');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name.length > maximumName) throw new FileRefusedError('The XML has a name that is too long');
    const local = name.slice(name.indexOf(':') + 1);
    path.push(local);
    texts.push('');
    if (path.length > maximumDepth) throw new FileRefusedError('The XML is nested too deeply');
    if (local === 'Ntry') {
      entry = { account, values: new Map(), details: [] };
      start = path.length;
      document.entries.push(entry);
      if (document.entries.length > statementLimits.rows) throw tooManyRows();
    } else if (local === 'TxDtls' && entry) {
      details = new Map();
      start = path.length;
      entry.details.push(details);
    }
    if (entry && typeof attributes.Ccy === 'string')
      add([...path.slice(start), '@Ccy'].join('/'), attributes.Ccy);
  });
  const keep = (text: string) => {
    if (texts.length) texts[texts.length - 1] += text;
  };
  parser.on('text', keep);
  parser.on('cdata', keep);
  parser.on('closetag', () => {
    const text = cleanText(texts.pop() ?? '');
    if (entry && text) add(path.slice(start).join('/'), text);
    const at = path.join('/');
    if (text && /Stmt\/Acct\/Id\/(?:IBAN|Othr\/Id)$/.test(at)) account = text;
    if (at.endsWith('Stmt/Acct/Ccy') && text) document.currencies.add(text.toUpperCase());
    const closed = path.pop();
    if (closed === 'TxDtls') {
      details = undefined;
      start = path.lastIndexOf('Ntry') + 1;
    } else if (closed === 'Ntry') entry = undefined;
  });
  parser.write(xml).close();
  return document;
}

/** Amounts in XML have no thousands separators. */
const centsOf = (text: string): number | undefined =>
  text.includes(',') ? undefined : parseCents(text, '.');

const amountPaths = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'];

/** Returns the amount of a transaction in a batch, in cents of the entry's currency. */
function partCents(part: Values, currency: string): number | undefined {
  for (const path of amountPaths) {
    const text = first(part, path);
    if (text && (first(part, `${path}/@Ccy`) ?? currency) === currency) return centsOf(text);
  }
  return undefined;
}

const isPresent = (id: string | undefined): id is string => !!id && !/^NOTPROVIDED$/i.test(id);

/** Returns payer, text and bank id of an entry, or of a transaction in a batch. */
function describe(entry: Values, part: Values | undefined, isCredit: boolean) {
  const party = isCredit ? 'Dbtr' : 'Cdtr';
  const payer = first(
    part,
    `RltdPties/${party}/Nm`,
    `RltdPties/${party}/Pty/Nm`,
    `RltdPties/Ultmt${party}/Nm`,
    `RltdPties/Ultmt${party}/Pty/Nm`,
  );
  const endToEndId = first(part, 'Refs/EndToEndId');
  const remittance = [
    ...(part?.get('RmtInf/Ustrd') ?? []),
    ...(part?.get('RmtInf/Strd/CdtrRefInf/Ref') ?? []),
    ...(part?.get('RmtInf/Strd/AddtlRmtInf') ?? []),
  ];
  const texts = [
    ...remittance,
    ...(isPresent(endToEndId) && !remittance.includes(endToEndId) ? [endToEndId] : []),
    ...(part?.get('AddtlTxInf') ?? []),
    ...(entry.get('AddtlNtryInf') ?? []),
  ];
  const text = cleanText(texts.join(' '));
  const bankId = first(part, 'Refs/AcctSvcrRef') ?? first(entry, 'AcctSvcrRef');
  return { text, ...optionalFields(payer ?? extractPayer(text), isPresent(bankId) ? bankId : undefined) };
}

/**
 * Reads a CAMT.053 statement of any version (ISO 20022, BankToCustomerStatement). A batch whose transactions' amounts
 * add up to the entry's becomes one row per transaction; any other entry is one row.
 */
export function readCamt053(xml: string, account: Currency): StatementRows {
  const { currencies, entries } = readDocument(xml);
  for (const { values } of entries) {
    const own = first(values, 'Amt/@Ccy');
    if (own) currencies.add(own.toUpperCase());
  }
  if (currencies.size && !currencies.has(account))
    throw new FileRefusedError(`The file is in ${[...currencies].join(', ')}, the account in ${account}`);
  const result: StatementRows = { rows: [], skipped: [], unreadable: [] };
  let row = 0;
  for (const { account: number, values, details } of entries) {
    row += 1;
    const owner = number && { account: number };
    const refuse = (reason: string) => result.unreadable.push({ row, reason, ...owner });
    const currency = (first(values, 'Amt/@Ccy') ?? account).toUpperCase();
    const cents = centsOf(first(values, 'Amt') ?? '');
    const direction = first(values, 'CdtDbtInd');
    const status = first(values, 'Sts', 'Sts/Cd') ?? 'BOOK';
    const day = parseDay(first(values, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm') ?? '');
    if (/^(?:PDNG|INFO|FUTR)$/i.test(status)) result.skipped.push({ row, reason: 'pending' });
    else if (currency !== account) result.skipped.push({ row, reason: 'currency' });
    else if (!day) refuse('The date (BookgDt) cannot be read');
    else if (cents === undefined || cents < 0) refuse('The amount (Amt) cannot be read');
    else if (cents === 0) result.skipped.push({ row, reason: 'zero' });
    else if (direction !== 'CRDT' && direction !== 'DBIT') refuse('The direction (CdtDbtInd) cannot be read');
    else {
      const isCredit = direction === 'CRDT';
      const sign = isCredit ? 1 : -1;
      const parts = details.map((part) => partCents(part, currency) ?? 0);
      const isBundle =
        details.length > 1 &&
        parts.every((part) => part > 0) &&
        details.every((part) => (first(part, 'CdtDbtInd') ?? direction) === direction) &&
        parts.reduce((total, part) => total + part, 0) === cents;
      if (!isBundle) {
        const merged = details.length > 1 ? mergeParts(details) : details[0];
        const own = { row, day, cents: sign * cents, ...owner };
        result.rows.push({ ...own, ...describe(values, merged, isCredit) });
        continue;
      }
      for (const [index, part] of details.entries()) {
        if (index) row += 1;
        const own = { row, day, cents: sign * (parts[index] ?? 0), ...owner };
        result.rows.push({ ...own, ...describe(values, part, isCredit) });
      }
    }
    if (result.rows.length > statementLimits.rows) throw tooManyRows();
  }
  return result;
}

/** Returns all texts of the transactions in a batch that stays one row. */
function mergeParts(parts: Values[]): Values {
  const merged: Values = new Map();
  for (const part of parts)
    for (const [path, texts] of part) {
      const known = merged.get(path) ?? [];
      for (const text of texts) known.push(text);
      merged.set(path, known);
    }
  return merged;
}
