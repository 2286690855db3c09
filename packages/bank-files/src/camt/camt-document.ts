import { statementLimits } from '../common/contract.js';
import { SaxesParser } from 'saxes';
import { cleanText, FileRefusedError, tooManyRows } from '../common/statement-row.js';

/** Maximum nesting depth of the elements, and maximum length of their names. */
const maximumDepth = 40;
const maximumName = 100;

/** The element of an account's entries in CAMT.053, CAMT.052 and CAMT.054. */
const holders = /^(?:Stmt|Rpt|Ntfctn)$/;
/** Version 1 has `PrtryAcct` and `BBAN`. */
const accountNumber = /\/(?:Stmt|Rpt|Ntfctn)\/Acct\/Id\/(?:IBAN|BBAN|(?:Othr|PrtryAcct)\/Id)$/;
const accountCurrency = /\/(?:Stmt|Rpt|Ntfctn)\/Acct\/Ccy$/;

/** Elements of balances and of the summary of entries, by the path within them. */
const controlPath =
  /\/(?:Stmt|Rpt|Ntfctn)\/(Bal|TxsSummry)\/(Amt|CdtDbtInd|(?:TtlNtries|TtlCdtNtries|TtlDbtNtries)\/(?:NbOfNtries|Sum))$/;

/** An element by its path below `Ntry` or `TxDtls` ("RmtInf/Ustrd"), with all of its texts. */
export type Values = Map<string, string[]>;

/** The statement, report or notification that an entry is in. */
interface Holder {
  account: string;
  currency: string;
  /** The days of the opening and of the closing balance, by OPBD and CLBD. */
  balanceDays: Map<string, string>;
  /** The texts of each balance by its type, and those of the summary of entries, by their paths. */
  balances: Map<string, Values>;
  summary: Values;
}

/** An entry of a document. */
export interface CamtEntry {
  holder: Holder;
  values: Values;
  details: Values[];
}

const emptyHolder = (): Holder => ({
  ...{ account: '', currency: '', balanceDays: new Map(), balances: new Map(), summary: new Map() },
});

export const first = (values: Values | undefined, ...paths: string[]): string | undefined => {
  for (const path of paths) {
    const text = values?.get(path)?.find(Boolean);
    if (text) return text;
  }
  return undefined;
};

/** Reads the elements of all entries; those of a batch's transactions (TxDtls) apart from the entry's own. */
export function readCamtDocument(xml: string): CamtEntry[] {
  const entries: CamtEntry[] = [];
  const parser = new SaxesParser();
  const path: string[] = [];
  const texts: string[] = [];
  let holder = emptyHolder();
  let balance = '';
  let balanceValues: Values = new Map();
  let entry: CamtEntry | undefined;
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
    if (holders.test(local)) holder = emptyHolder();
    if (local === 'Ntry') {
      entry = { holder, values: new Map(), details: [] };
      start = path.length;
      entries.push(entry);
      if (entries.length > statementLimits.rows) throw tooManyRows();
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
    if (text && accountNumber.test(at)) holder.account = text;
    if (text && accountCurrency.test(at)) holder.currency = text;
    if (at.endsWith('/Bal/Tp/CdOrPrtry/Cd')) balance = text;
    if (at.endsWith('/Bal/Dt/Dt')) holder.balanceDays.set(balance, text);
    const control = controlPath.exec(at);
    if (control?.[1] === 'Bal') balanceValues.set(control[2] ?? '', [text]);
    else if (control) holder.summary.set(control[2] ?? '', [text]);
    if (path.at(-1) === 'Bal') {
      if (!holder.balances.has(balance)) holder.balances.set(balance, balanceValues);
      balanceValues = new Map();
    }
    const closed = path.pop();
    if (closed === 'TxDtls') {
      details = undefined;
      start = path.lastIndexOf('Ntry') + 1;
    } else if (closed === 'Ntry') entry = undefined;
  });
  parser.write(xml).close();
  return entries;
}
