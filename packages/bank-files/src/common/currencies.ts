import { nameKey } from './name-key.js';

const codes = new Set(Intl.supportedValuesOf('currency'));

/** Codes that are words as well: they count only where something else says that they are of a currency. */
const wordCodes = new Set('ALL AMD ANG ARS BAM BOB COP CUP GEL MAD MOP PEN RON SOS TOP TRY'.split(' '));

/** Currencies by their signs, and the dollar sign alone, which may be of either country. */
const signs = new Map<string, readonly string[]>(
  Object.entries({
    $: ['CAD', 'USD'],
    C$: ['CAD'],
    CA$: ['CAD'],
    CAD$: ['CAD'],
    CDN$: ['CAD'],
    $CA: ['CAD'],
    U$: ['USD'],
    US$: ['USD'],
    USD$: ['USD'],
    $US: ['USD'],
    A$: ['AUD'],
    AU$: ['AUD'],
    NZ$: ['NZD'],
    HK$: ['HKD'],
    S$: ['SGD'],
    SG$: ['SGD'],
    NT$: ['TWD'],
    R$: ['BRL'],
    MX$: ['MXN'],
    '€': ['EUR'],
    '£': ['GBP'],
    '฿': ['THB'],
    '¥': ['CNY', 'JPY'],
    '₹': ['INR'],
    RS: ['INR'],
    '₽': ['RUB'],
    '₩': ['KRW'],
    '₪': ['ILS'],
    '₺': ['TRY'],
    '₫': ['VND'],
    '₱': ['PHP'],
    '₴': ['UAH'],
    KR: ['DKK', 'NOK', 'SEK'],
    ZŁ: ['PLN'],
    KČ: ['CZK'],
    FT: ['HUF'],
    R: ['ZAR'],
    RP: ['IDR'],
    RM: ['MYR'],
    TL: ['TRY'],
    'S/': ['PEN'],
    РУБ: ['RUB'],
    บาท: ['THB'],
    BAHT: ['THB'],
    LEI: ['RON'],
    KSH: ['KES'],
    円: ['JPY'],
    元: ['CNY'],
    원: ['KRW'],
  }),
);

/** Currencies that have a sign: other codes of three letters may be of no country any more, and names of persons. */
const common = new Set([...signs.values()].flat());

/** Words for an account in lines of banks. */
const accountWord = /account|acct\b|che(?:ck|qu)ing|saving|compte|konto|cuenta|\bconto\b|\bconta\b|rekening/i;

/** True for the code of any currency, which may also be a word. */
export const isCurrencyCode = (text: string): boolean => codes.has(text.toUpperCase());

/** Returns the currencies that a code or a sign may stand for; none for other text. */
export function currenciesOf(text: string): readonly string[] {
  const upper = text.toUpperCase();
  return codes.has(upper) ? [upper] : (signs.get(upper) ?? []);
}

const wordKey = (name: string): string => nameKey(name).replace(/\P{L}|s$/gu, '');

let names: Map<string, string> | undefined;

/** Currencies by their names in the languages of banks’ files, as `wordKey` writes them. */
function currencyNames(): Map<string, string> {
  names ??= new Map(
    ['es', 'nl', 'de', 'fr', 'en'].flatMap((language) => {
      const display = new Intl.DisplayNames(language, { type: 'currency' });
      return [...codes].map((code) => [wordKey(display.of(code) ?? code), code] as const);
    }),
  ).set('euro', 'EUR');
  return names;
}

/** Returns the currency that a text is the code, the sign or the name of; undefined for other text, or several. */
export function currencyOf(text: string): string | undefined {
  if (!text || text.length > 40) return undefined;
  const [one, other] = currenciesOf(text.trim());
  return one ? (other ? undefined : one) : currencyNames().get(wordKey(text));
}

/** Words for a currency in texts of banks, as the beginnings of words. */
const currencyWord =
  /curr(?:ency)?\b|ccy|devis|devizanem|w(?:ä|ae?)hrung|divisa|moned|moeda|munt\b|valut|valiut|waluta|\bmena\b|валют|สกุลเงิน|货币|币种|通貨|통화/i;

/** True for the name of a column of currencies. */
export const isCurrencyName = (name: string): boolean =>
  name.length < 80 &&
  currencyWord.test(name.normalize('NFC')) &&
  !/rate|kurs|taux|koers|amount|date|datum|betrag|bedrag|rekening/i.test(name.replace(currencyWord, ''));

/** Returns the currency in a column's name: "CAD$", "Amount (in CAD)", "Debit in US$", "Betrag EUR", "Montant en euros". */
export function columnCurrency(name: string): string | undefined {
  if (!name || name.length >= 80) return undefined;
  const trimmed = name.trim();
  const [, bracket = ''] = /[([]\s*([^()[\]]{1,30}?)\s*[)\]]/.exec(trimmed) ?? [];
  const [inside, outside] = [bracket, trimmed.replace(/[([].*$/, '').trim()].map((text) =>
    text.split(/[\s_:]+/),
  );
  const ends = [inside!, outside!].flatMap((words) => [words.slice(-2).join(' '), words.at(-1)!]);
  for (const unit of [bracket, ...ends, outside!.length > 1 ? outside![0]! : '']) {
    const one = unit.length > 2 || unit === bracket || /\p{Sc}/u.test(unit) ? currencyOf(unit) : undefined;
    if (one && (unit === bracket || !wordCodes.has(unit.toUpperCase()))) return one;
  }
  const [, code = ''] = /^(?:amount)?([a-z]{3})\$?(?:amount)?$/i.exec(trimmed) ?? [];
  return codes.has(code.toUpperCase()) && !wordCodes.has(code.toUpperCase()) ? code.toUpperCase() : undefined;
}

const amount = String.raw`-?\d[\d.,' ]*`;
const beside = new RegExp(
  String.raw`(?:^|[^\p{L}])([A-Z]{3})\s*${amount}(?![\p{L}\d])|${amount}\s?([A-Z]{3})(?![\p{L}\d])`,
  'gu',
);

/** Returns the currencies that a line outside the rows names; another code of three letters may be any word. */
export function namedCurrencies(cells: readonly string[]): string[] {
  const line = cells.join(' ').slice(0, 500);
  const found = new Set<string>();
  const add = (code: string | undefined, isCertain = false) => {
    if (code && codes.has(code) && (isCertain || !wordCodes.has(code))) found.add(code);
  };
  if (currencyWord.test(line))
    for (const [code] of line.matchAll(/(?<!\p{L})[A-Z]{3}(?!\p{L})/gu)) add(code, true);
  if (accountWord.test(line)) {
    const words = line.split(/[^\p{L}]+/u);
    for (const [at, word] of words.entries()) {
      if (common.has(word)) add(word);
      for (const name of [word, words.slice(at, at + 2).join(' ')])
        if (name.length > 3) add(currencyOf(name));
    }
  }
  for (const [, before, behind] of line.matchAll(beside)) add(before ?? behind);
  for (const [, code] of line.matchAll(/(?<!\p{L})(?:in|en)\s+([A-Z]{3})(?!\p{L})/gu)) add(code);
  for (const [, code] of line.matchAll(/(?:balance|saldo|solde)\W{1,3}([A-Z]{3})(?!\p{L})/giu))
    add(code?.toUpperCase());
  for (const cell of cells) {
    if (/^\(?[A-Z]{3}\)?$/.test(cell)) add(cell.replace(/\W/g, ''));
    const last =
      cell.includes(':') && !/\d/.test(cell) ? currencyOf(cell.split(':').at(-1)!.trim()) : undefined;
    if (last && currencyWord.test(cell)) add(last, true);
  }
  return [...found];
}
