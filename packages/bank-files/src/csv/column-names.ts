import { markedAs } from '../common/amounts.js';

/** Normalises a column's name for comparison: letters and digits only, accents folded. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}$]/gu, '')
    .replace(/[\u0300-\u036F]/g, '');

/** Names of columns in banks’ files, preferred ones first. */
const listed = {
  // The booking date before the order date.
  date: `
    dateposted postingdate posteddate postdate bookingdate datebooked buchungstag buchungsdatum buchung dateprocessed
    processeddate boekdatum boekingsdatum fechacontable fechaoperacion datacontabile dataregistrazione
    datecomptabilisation transactiondate trandate transdate dateoftransaction date datetime datum fecha data dato
    finishedon completeddate arrivaldate createdon created starteddate valuedate valutadatum wertstellung valuta
    datedetransaction datedeloperation dateoperation วันที่ วันที่ทำรายการ`,
  // The amount that arrives before the one of the order.
  amount: `
    net netamount neto netto amount transactionamount bookingamount buchungsbetrag betrag umsatz montant bedrag importe
    importo monto valor belopp belob beløb kwota castka osszeg value total amounttotal totalamount suma summa
    targetamountafterfees จำนวนเงิน`,
  in: `
    credit credits creditamount deposit deposits deposited depositamount depositamt creditamt moneyin paidin
    fundsin amountin in incoming inflow received receipts receipt haben eingang einnahmen gutschrift depot depots
    credito creditos abono abonos ingreso ingresos haber entrada entradas accrediti entrate avere innpakonto bij bijschrijving kredit
    bevetel cr เงินฝาก ฝาก ฝากเงิน เงินเข้า เครดิต`,
  out: `
    debit debits debitamount withdrawal withdrawals withdrawn withdrawalamount withdrawalamt debitamt moneyout
    paidout fundsout amountout out outgoing outflow spent payments payment soll ausgang ausgaben lastschrift retrait
    retraits debito debitos cargo cargos debe salida salidas adeudo addebiti uscite dare utfrakonto af afschrijving debet kiadas dr ถอน
    ถอนเงิน เงินถอน เงินออก เดบิต`,
  direction: `
    direction creditdebit debitcredit crdr drcr creditdebitindicator indicator sign dc cd
    debitorcredit creditordebit debitcreditindicator sollhaben sh hs afbij bijaf debetcredit creditdebet debitocredito
    debehaber sens bevetelkiadas inout incomeexpense dk kd transactiontype details type
    typeoftransaction transaction activitytype typ art umsatzart soort mutatiesoort tipo tipomovimiento
    tipodemovimiento nature kind operation`,
  payer: `
    payername payer sendername sender sourcename sentfrom from partnername counterpartyname naamtegenpartij
    counterparty debtorname debtor remitter auftraggeber auftraggeberbegunstigter auftraggeberempfanger
    namezahlungsbeteiligter zahlungsbeteiligter zahlungspflichtiger originator tegenpartij ordenante mittente
    beguenstigterzahlungspflichtiger begunstigterzahlungspflichtiger nomdupayeur partnerneve name naam nombre nome nom`,
  bankId: 'transactionid transferwiseid fitid id banktransactionid entryreference',
  status: 'status state transactionstatus bookingstatus buchungsstatus statut estado stato info',
  // Not mapped, as the following ones: they check the amounts.
  account: `
    accountnumber accountno accountid account sourceaccount numerodecompte numerocompte nodecompte auftragskonto
    ibanauftragskonto rekeningnummer ibanbban iban kontonummer konto rekening numerodecuenta cuenta szamlaszam`,
  fee: 'fee fees feeamount frais',
  balance: `
    balance runningbalance runningbal accountbalance balanceafter closingbalance endingbalance ledgerbalance solde
    saldo kontostand egyenleg saldonatrn saldofinal ยอดคงเหลือ คงเหลือ`,
};

type ColumnRole = keyof typeof listed;

const namesOf = (role: ColumnRole): string[] => listed[role].trim().split(/\s+/);
const roles = Object.keys(listed) as ColumnRole[];

/** Role and rank of each name above, as `nameKey` writes it: Thai vowels are decomposed. */
const places = new Map(
  roles.flatMap((role) => namesOf(role).map((name, rank) => [nameKey(name), { role, rank }] as const)),
);

/** Longest name of a column that is looked at for parts. */
const maximumName = 80;

/** The rank of a name that is not listed. */
const unlisted = 1000;

/** Columns that say nothing but the direction of the money; the other ones may have further words. */
const directionOnly = namesOf('direction').indexOf('transactiontype');

/** Parts of names of columns with text. */
const textPart =
  /descr|beschreib|bezeichn|omschr|libell|^labels?|narr|particul|remark|memo|^notes?|verwend|^vwz|zweck|bemerk|comment|kommentar|message|mededeling|nachricht|mitteilung|communic|concept|causal|motiv|detail|dettagli|merchant|payee|beneficiar|begunst|beguenst|empfanger|empfaenger|recipient|receiver|betreff|subject|referen|remit|informa|observ|historico|popis|zprava|poznamka|kozlemeny|reszlet|megjegyz|tytul|odbiorc|^itemtitle|^opis|selgitus|paskirtis|detalji|^text|^desc|buchungstext|umsatztext|รายการ|รายละเอียด|หมายเหตุ/;

/** Parts of names of columns that say something about the text's subject in codes. */
const codePart =
  /date|datum|time|amount|betrag|montant|number|nummer|numero|categor|kategor|city|country|postal|province|balance|^mcc|iban|bic$|currency|rate$|card|email|code|account|konto|rekening|fee|tax/;

/** Parts of names of columns that may be of dates or amounts, where no listed name is. */
const dateParts = /date|datum|dátum|fecha|data|dato|วันที่/;
const amountParts =
  /amount|betrag|montant|bedrag|importe?|belopp|bel[oø]b|valor|kwota|castka|osszeg|จำนวนเงิน/;
const otherAmountParts =
  /fee|tax|tip$|orig|foreign|fremd|exchange|refund|converted|local|gross|charge|commission|currency|limit|balance|reward|original|puvodni|shipping|handling|compensation|transfer|interest|principal/;

const currencyCodes = 'CAD USD THB EUR GBP AUD NZD CHF JPY CNY HKD SGD MXN INR SEK NOK DKK PLN'.split(' ');

export const isCurrencyCode = (text: string): boolean => currencyCodes.includes(text.toUpperCase());

const allCurrencies = new Set(Intl.supportedValuesOf('currency'));

/** True for the code of any currency, which may also be a word. */
export const isAnyCurrency = (text: string): boolean => allCurrencies.has(text.toUpperCase());

/** A currency at the end of a column's name: "Amount in USD", "Amount (in US$)". */
const trailingCurrency = /[\s_(](?:in[\s_]+)?([A-Z]{3}|[A-Z]{0,2}\$)\)?$/i;

/** Returns the currency in a column's name: "CAD$", "USD$", "Amount (CAD)", "Debit (CAD)", "Amount in CAD". */
export function columnCurrency(name: string): string | undefined {
  if (name.length >= maximumName) return undefined;
  for (const unit of [/\(([^()]{1,5})\)/.exec(name)?.[1], trailingCurrency.exec(name.trim())?.[1]]) {
    const [marked, other] = unit && isCurrencyCode(unit) ? [unit.toUpperCase()] : markedAs(unit ?? '');
    if (marked && !other) return marked;
  }
  const code = /^(?:AMOUNT)?([A-Z]{3})\$?(?:AMOUNT)?$/.exec(nameKey(name).toUpperCase())?.[1];
  return code && isCurrencyCode(code) ? code : undefined;
}

export const isMoneyColumn = (name: string): boolean => columnCurrency(name) !== undefined;

/** A unit at the end of a name: "Amount CZK", "Betrag in EUR". */
const trailingUnit = /[\s_]+(?:in[\s_]+)?\(?([A-Z]{3}|[^\p{L}\p{N}\s_]{1,3})\)?\s*$/iu;

const isUnit = (text: string): boolean =>
  isCurrencyCode(text) || /^(?:UTC|GMT|[ECMP][DS]T|[A-Z]{0,2}\$|[^\p{L}\p{N}]+)$/iu.test(text);

/**
 * Finds a name in the lists above; a currency, sign or time zone in brackets is no part of it: "Date (UTC)",
 * "Deposits ($)".
 */
const placeOf = (name: string): { role: ColumnRole; rank: number } | undefined =>
  name.length < maximumName ? shortPlaceOf(name) : undefined;

const shortPlaceOf = (name: string): { role: ColumnRole; rank: number } | undefined =>
  places.get(nameKey(name)) ??
  places.get(
    nameKey(name.replace(/\(([^()]{1,8})\)/, (whole, text: string) => (isUnit(text) ? '' : whole))),
  ) ??
  places.get(nameKey(name.replace(trailingUnit, (whole, text: string) => (isUnit(text) ? '' : whole))));

/** Returns the role of a name that is not listed, by a part of it. */
function guessPlace(name: string): { role: ColumnRole; rank: number } | undefined {
  const key = name.length < maximumName ? nameKey(name) : '';
  if (otherAmountParts.test(key)) return undefined;
  if (amountParts.test(key)) return { role: 'amount', rank: unlisted };
  return dateParts.test(key) ? { role: 'date', rank: unlisted } : undefined;
}

type Columns = Record<ColumnRole, number[]>;

function columnsBy(
  place: (name: string) => { role: ColumnRole; rank: number } | undefined,
  cells: readonly string[],
  account?: string,
): Columns {
  const found = cells.flatMap((cell, index) => {
    const at = place(cell);
    const currency = account && at && columnCurrency(cell);
    return at && (!currency || currency === account) ? [{ ...at, index }] : [];
  });
  found.sort((a, b) => a.rank - b.rank);
  const columnsOf = (wanted: ColumnRole) =>
    found.flatMap(({ role, index }) => (role === wanted ? [index] : []));
  return Object.fromEntries(roles.map((role) => [role, columnsOf(role)])) as Columns;
}

/** Returns the columns of each role, preferred ones first; money columns in other currencies than this have none. */
export const columnsByRole = (cells: readonly string[], account?: string): Columns =>
  columnsBy(placeOf, cells, account);

/** The same, with the columns of dates and amounts whose names have only a part of a listed one, after the others. */
export const guessColumnsByRole = (cells: readonly string[], account?: string): Columns =>
  columnsBy((name) => placeOf(name) ?? guessPlace(name), cells, account);

/** True for a name of a column with text; one that is listed for another role has that role. */
export function isTextColumn(name: string): boolean {
  const key = nameKey(name);
  return (
    textPart.test(key) &&
    (!codePart.test(key) || /^(?:payment|transaction)?(?:reference|details?|description)\d*$/.test(key))
  );
}

/** Parts of names of columns that say what kind of row it is, where it happened, or whose account it is. */
const circumstance =
  /type$|^typ|class|kind|soort|tipo|channel|zone|method|bank|holder|inhaber|member|owner|address|adres|emoji|url|tags?$|location|store|terminal|image|device|receipt|disclaimer/;

/** True for a name of a column that may have text: of a person, or of no known role. */
export function mayBeText(name: string): boolean {
  const role = placeOf(name)?.role;
  const key = nameKey(name);
  return (role === undefined || role === 'payer') && !codePart.test(key) && !circumstance.test(key);
}

/** Parts of names of columns with kinds and places, of which a few rows may have more than they have messages. */
const kindPart =
  /type$|^typ|class|kind|soort|tipo|channel|zone|method|owner|member|emoji|url|tags?$|terminal|image|device|receipt|disclaimer|categor|kategor|city|country|postal|province|currency|^mcc/;

/** True for a name of a column whose texts say what kind of row it is. */
export const isKindColumn = (name: string): boolean => kindPart.test(nameKey(name));

/** True for a name that is of the account's own number only. */
export const isAccountColumn = (name: string): boolean => {
  const place = placeOf(name);
  return place?.role === 'account' && place.rank < namesOf('account').indexOf('rekeningnummer');
};
export const isDirectionColumn = (name: string): boolean => {
  const place = placeOf(name);
  return place?.role === 'direction' && place.rank < directionOnly;
};
