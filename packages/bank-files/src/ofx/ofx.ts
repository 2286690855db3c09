import { statementLimits } from '../common/contract.js';
import { parseDay } from '../common/days.js';
import { extractPayer } from '../common/payer.js';
import { negated, plainCents, sumOfCents } from '../common/amounts.js';
import { isOwnCurrency, rowsIn } from '../common/own-currency.js';
import type { AccountProof } from '../common/proof.js';
import { cleanText, optionalFields, type StatementRows, tooManyRows } from '../common/statement-row.js';

/** A tag, which OFX 1 need not close, and the text up to the next. As no letter may follow its name, it is tried once. */
const element = /<(\/?)([A-Za-z][\w.]{0,63})(?![\w.])[^<>]{0,200}>([^<]*)/g;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const unescapeText = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name: string) => {
    if (name) return entities[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

const escapeText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Removes comments, and replaces CDATA sections by the same text with entities. */
function withoutMarkup(text: string): string {
  const [start = '', ...comments] = text.split('<!--');
  const said =
    start + comments.map((one) => one.slice(one.indexOf('-->') + 1 || one.length).slice(2)).join('');
  const [before = '', ...sections] = said.split('<![CDATA[');
  const texts = sections.map((section) => {
    const end = section.indexOf(']]>');
    return end < 0 ? section : escapeText(section.slice(0, end)) + section.slice(end + 3);
  });
  return before + texts.join('');
}

interface Entry {
  /** The statement's CURDEF and ACCTID. */
  currency: string;
  account: string;
  isCard: boolean;
  isPending: boolean;
  values: Map<string, string>;
}

/** Returns the entries of a file: each ends at the next one or at the list's end, with or without a closing tag. */
function scanEntries(text: string) {
  const entries: Entry[] = [];
  /** The ledger balance of each account, with its day and the last day of the list. */
  const ledgers = new Map<string, { amount?: string; asOf?: string; end?: string }>();
  const ledgerOf = () => {
    const ledger = ledgers.get(account) ?? {};
    ledgers.set(account, ledger);
    return ledger;
  };
  let isLedger = false;
  let isCard = false;
  let currency = '';
  let account = '';
  let entry: Entry | undefined;
  let aggregate = '';
  for (const [, close, tag = '', content = ''] of withoutMarkup(text).matchAll(element)) {
    const name = tag.toUpperCase();
    const value = unescapeText(content).trim();
    if (name === 'STMTTRN' || name === 'STMTTRNP') {
      const isPending = name === 'STMTTRNP';
      entry = close ? undefined : { currency, account, isCard, isPending, values: new Map() };
      aggregate = '';
      if (entry) entries.push(entry);
      if (entries.length > statementLimits.rows) throw tooManyRows();
    } else if (name === 'CCSTMTRS') isCard = !close;
    else if (name === 'BANKTRANLIST' || name === 'BANKTRANLISTP') entry = undefined;
    else if (name === 'LEDGERBAL' || name === 'AVAILBAL') {
      isLedger = name === 'LEDGERBAL' && !close;
      entry = undefined;
    } else if (isLedger && !entry && name === 'BALAMT' && value) ledgerOf().amount = value;
    else if (isLedger && !entry && name === 'DTASOF' && value) ledgerOf().asOf = value;
    else if (!entry && name === 'DTEND' && value) ledgerOf().end = value;
    else if (name === 'CURDEF' && value) currency = value.toUpperCase();
    else if (name === 'ACCTID' && !entry && value) account = value;
    else if (!entry) continue;
    else if (close) aggregate = aggregate === name ? '' : aggregate;
    else if (value === '')
      aggregate = ['PAYEE', 'CURRENCY', 'ORIGCURRENCY'].includes(name) ? name : aggregate;
    else {
      const key = aggregate ? `${aggregate}.${name}` : name;
      if (!entry.values.has(key)) entry.values.set(key, value);
    }
  }
  return { entries, ledgers };
}

const currencyOf = ({ currency, values }: Entry): string =>
  values.get('CURRENCY.CURSYM')?.toUpperCase() || currency;

/** Types of what goes out, but for refunds. */
const outgoing = /^(?:ATM|CASH|CHECK|DIRECTDEBIT|FEE|POS|SRVCHG)$/;

const typeOf = ({ values }: Entry): string => values.get('TRNTYPE')?.toUpperCase() ?? '';
const amountOf = ({ values }: Entry) => plainCents(values.get('TRNAMT') ?? '');

/** Returns the cards of which no row's type agrees with the sign of its amount, each with whether one contradicts it. */
function undirectedCards(entries: readonly Entry[]): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const agreeing = new Set<string>();
  for (const entry of entries.filter(({ isCard }) => isCard)) {
    const { account } = entry;
    const [type, cents = 0] = [typeOf(entry), amountOf(entry)];
    const way = type === 'CREDIT' ? cents : type === 'DEBIT' || outgoing.test(type) ? negated(cents) : 0;
    if (way > 0) agreeing.add(account);
    found.set(account, way < 0 || found.get(account) === true);
  }
  return new Map([...found].filter(([account]) => !agreeing.has(account)));
}

/** Reads an OFX or QFX file, SGML or XML (https://www.ofx.net/downloads/OFX%202.2.pdf, 11.4.3). */
export function readOfx(text: string, account: string): StatementRows {
  const { entries, ledgers } = scanEntries(text);
  const result = rowsIn(entries.map(currencyOf), account);
  const undirected = undirectedCards(entries);
  const signed = new Set(entries.flatMap((entry) => ((amountOf(entry) ?? 0) < 0 ? [entry.account] : [])));
  for (const [index, entry] of entries.entries()) {
    const { account: number, isPending, values } = entry;
    const row = index + 1;
    const day = parseDay(values.get('DTPOSTED') ?? '');
    const cents = amountOf(entry);
    const type = undirected.has(number) ? '' : typeOf(entry);
    const owner = number && { account: number };
    const refuse = (reason: string) => result.unreadable.push({ row, reason, ...owner });
    if (isPending) result.skipped.push({ row, reason: 'pending' });
    else if (!isOwnCurrency(currencyOf(entry), account)) result.skipped.push({ row, reason: 'currency' });
    else if (cents === 0) result.skipped.push({ row, reason: 'zero' });
    else if (!day) refuse('The date (DTPOSTED) cannot be read');
    else if (cents === undefined) refuse('The amount (TRNAMT) cannot be read');
    else if (type === 'DEBIT' ? cents > 0 : type === 'CREDIT' && cents < 0)
      refuse('The type (TRNTYPE) contradicts the sign of the amount');
    else if (outgoing.test(type) && !signed.has(number))
      refuse('It is not clear whether this (TRNTYPE) went out: no amount of the account has a minus');
    else {
      const name = values.get('NAME') ?? values.get('PAYEE.NAME') ?? '';
      const memo = values.get('MEMO') ?? '';
      const whole = cleanText(memo.startsWith(name) ? memo : `${name} ${memo}`);
      const payer = values.get('PAYEE.NAME') ?? extractPayer(whole);
      const further = optionalFields(payer, values.get('FITID'));
      result.rows.push({ row, day, cents, text: whole, ...further, ...owner });
    }
  }
  return { ...result, undirected, proofs: ledgerProofs(result, ledgers) };
}

/**
 * Returns the balances of each account before and after its rows, by its ledger balance: there is nothing in the file to
 * compare it with. A balance of a later day than the list's last one says nothing of its end.
 */
function ledgerProofs(
  { rows }: StatementRows,
  ledgers: ReturnType<typeof scanEntries>['ledgers'],
): AccountProof[] {
  return [...ledgers].flatMap(([account, { amount = '', asOf = '', end = '' }]): AccountProof[] => {
    const closing = plainCents(amount);
    const own = rows.filter((row) => (row.account ?? '') === account);
    const days = own.map(({ day }) => day).sort();
    const [of, last] = [parseDay(asOf), parseDay(end) ?? days.at(-1)];
    if (closing === undefined || !of || !last || of > last) return [];
    const opening = closing - sumOfCents(own.map(({ cents }) => cents));
    return [{ account, by: 'balance', opening, closing }];
  });
}
