import { type Currency, currencies } from '../../../../domain/money.js';
import { markedAs } from './amounts.js';

/** Normalises a column's name for comparison: letters and digits only, accents folded. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}$]/gu, '')
    .replace(/[\u0300-\u036F]/g, '');

/** Names of columns in banks' files, preferred ones first. */
const listed = {
  // The booking date before the order date.
  date: `
    dateposted postingdate posteddate postdate bookingdate buchungstag buchungsdatum transactiondate
    trandate date datetime finishedon completeddate arrivaldate createdon starteddate valuedate
    valutadatum wertstellung datedetransaction datedeloperation dateoperation วันที่ วันที่ทำรายการ`,
  // The account receives what is left after fees.
  amount: `
    net netamount amount transactionamount betrag umsatz montant value total targetamountafterfees
    จำนวนเงิน`,
  in: `
    credit credits creditamount deposit deposits depositamount depositamt creditamt moneyin paidin
    fundsin amountin in incoming received receipts haben eingang depot depots เงินฝาก ฝาก ฝากเงิน
    เงินเข้า เครดิต`,
  out: `
    debit debits debitamount withdrawal withdrawals withdrawalamount withdrawalamt debitamt moneyout
    paidout fundsout amountout out outgoing spent payments soll ausgang retrait retraits ถอน ถอนเงิน
    เงินถอน เงินออก เดบิต`,
  direction: `
    direction creditdebit debitcredit crdr drcr creditdebitindicator indicator sign dc cd
    debitorcredit creditordebit debitcreditindicator sollhaben transactiontype details type
    typeoftransaction`,
  currency: 'currency ccy currencycode waehrung wahrung devise targetcurrency สกุลเงิน',
  payer: `
    payername payer sendername sender sourcename sentfrom from counterparty name counterpartyname
    auftraggeber auftraggeberbegunstigter zahlungspflichtiger originator
    beguenstigterzahlungspflichtiger begunstigterzahlungspflichtiger nomdupayeur`,
  bankId: 'transactionid transferwiseid fitid id banktransactionid entryreference',
  status: 'status state transactionstatus bookingstatus statut',
  // Not mapped, as the following ones: they check the amounts.
  account: 'accountnumber accountno accountid account sourceaccount numerodecompte numerocompte nodecompte',
  fee: 'fee fees feeamount frais',
  balance: `
    balance runningbalance runningbal accountbalance balanceafter closingbalance solde saldo
    ยอดคงเหลือ คงเหลือ`,
};

type ColumnRole = keyof typeof listed;

const namesOf = (role: ColumnRole): string[] => listed[role].trim().split(/\s+/);
const roles = Object.keys(listed) as ColumnRole[];

/** Role and rank of each name above, as `nameKey` writes it: Thai vowels are decomposed. */
const places = new Map(
  roles.flatMap((role) => namesOf(role).map((name, rank) => [nameKey(name), { role, rank }] as const)),
);

/** Columns that say nothing but the direction of the money; the other ones may have further words. */
const directionOnly = namesOf('direction').indexOf('transactiontype');

const textName =
  /^(?:description|transactiondescription|subdescription|details?|transactiondetails?|memo|note|notes|narrative|particulars|message|reference|paymentreference|payeename|payee|verwendungszweck|buchungstext|libelle|communication|text|additionalinformation|remittance|รายการ|รายละเอียด)/;

const currencyCodes = 'CAD USD THB EUR GBP AUD NZD CHF JPY CNY HKD SGD MXN INR SEK NOK DKK PLN'.split(' ');

export const isCurrencyCode = (text: string): boolean => currencyCodes.includes(text.toUpperCase());

/** Returns the currency in a column's name: "CAD$", "USD$", "Amount (CAD)", "Debit (CAD)". */
export function columnCurrency(name: string): string | undefined {
  const bracketed = /\(([^()]{1,5})\)/.exec(name)?.[1] ?? '';
  const [marked, other] = isCurrencyCode(bracketed) ? [bracketed.toUpperCase()] : markedAs(bracketed);
  if (marked && !other) return marked;
  const code = /^(?:AMOUNT)?([A-Z]{3})\$?(?:AMOUNT)?$/.exec(nameKey(name).toUpperCase())?.[1];
  return code && isCurrencyCode(code) ? code : undefined;
}

export const isMoneyColumn = (name: string): boolean =>
  (currencies as readonly string[]).includes(columnCurrency(name) ?? '');

const isUnit = (text: string): boolean =>
  isCurrencyCode(text) || /^(?:UTC|GMT|[ECMP][DS]T|[A-Z]{0,2}\$|[^\p{L}\p{N}]+)$/iu.test(text);

/**
 * Finds a name in the lists above; a currency, sign or time zone in brackets is no part of it: "Date (UTC)",
 * "Deposits ($)".
 */
const placeOf = (name: string): { role: ColumnRole; rank: number } | undefined =>
  places.get(nameKey(name)) ??
  places.get(nameKey(name.replace(/\(([^()]{1,8})\)/, (whole, text: string) => (isUnit(text) ? '' : whole))));

/** Returns the columns of each role, preferred ones first; money columns in other currencies than this have none. */
export function columnsByRole(cells: readonly string[], account?: Currency): Record<ColumnRole, number[]> {
  const found = cells.flatMap((cell, index) => {
    const place = placeOf(cell);
    const currency = account && place && columnCurrency(cell);
    return place && (!currency || currency === account) ? [{ ...place, index }] : [];
  });
  found.sort((a, b) => a.rank - b.rank);
  const columnsOf = (wanted: ColumnRole) =>
    found.flatMap(({ role, index }) => (role === wanted ? [index] : []));
  return Object.fromEntries(roles.map((role) => [role, columnsOf(role)])) as Record<ColumnRole, number[]>;
}

export const isTextColumn = (name: string): boolean => textName.test(nameKey(name));
export const isDirectionColumn = (name: string): boolean => {
  const place = placeOf(name);
  return place?.role === 'direction' && place.rank < directionOnly;
};
