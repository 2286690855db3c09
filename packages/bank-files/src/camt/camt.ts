import { type StatementFormat, statementLimits } from '../common/contract.js';
import { type Cents, negated, parseCents, sumOfCents } from '../common/amounts.js';
import { parseDay } from '../common/days.js';
import { extractPayer } from '../common/payer.js';
import { isOwnCurrency, rowsIn } from '../common/own-currency.js';
import {
  type AccountProof,
  firstWrong,
  proveBalances,
  proveTotals,
  type StatedTotal,
} from '../common/proof.js';
import { cleanText, optionalFields, type StatementRows, tooManyRows } from '../common/statement-row.js';
import { elementsAt, firstAt, readXml, textsAt, type XmlElement } from './xml.js';

/** Amounts in XML have no thousands separators. */
const centsOf = (text: string): Cents | undefined => (text.includes(',') ? undefined : parseCents(text, '.'));

const amountPaths = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'];

function partCents(part: XmlElement, currency: string): Cents | undefined {
  const amounts = amountPaths.flatMap((path) => elementsAt(part, path).slice(0, 1));
  const own = amounts.find((amount) => amount.text && (amount.currency ?? currency) === currency);
  return own && centsOf(own.text);
}

const isPresent = (id: string | undefined): id is string => !!id && !/^(?:NOTPROVIDED|NONREF)$/i.test(id);

function describe(entry: XmlElement, part: XmlElement | undefined, isCredit: boolean) {
  const party = isCredit ? 'Dbtr' : 'Cdtr';
  const names = [party, `Ultmt${party}`].flatMap((one) => [`${one}/Nm`, `${one}/Pty/Nm`]);
  const payer = firstAt(part, ...names.map((name) => `RltdPties/${name}`));
  const texts = [
    ...textsAt(part, 'RmtInf/Ustrd'),
    ...textsAt(part, 'RmtInf/Strd/CdtrRefInf/Ref'),
    ...textsAt(part, 'RmtInf/Strd/AddtlRmtInf'),
    ...textsAt(part, 'Refs/EndToEndId').filter(isPresent),
    ...textsAt(part, 'AddtlTxInf'),
    ...textsAt(entry, 'AddtlNtryInf'),
  ];
  const text = cleanText([...new Set(texts)].join(' '));
  const bankId = firstAt(part, 'Refs/AcctSvcrRef') ?? firstAt(entry, 'AcctSvcrRef');
  return { text, ...optionalFields(payer ?? extractPayer(text), isPresent(bankId) ? bankId : undefined) };
}

/** Returns the amounts of a batch's transactions, where they make up the entry's. */
function partsOf(details: readonly XmlElement[], direction: string, currency: string, cents: Cents): Cents[] {
  const parts = details.map((part) => partCents(part, currency) ?? 0);
  const isWhole =
    parts.length > 1 &&
    parts.every((part) => part > 0) &&
    details.every((part) => (firstAt(part, 'CdtDbtInd') ?? direction) === direction) &&
    sumOfCents(parts) === cents;
  return isWhole ? parts : [];
}

/** Charges of a transaction or an entry: of version 1 to 3, and of later ones. */
const chargePaths = ['Chrgs/TtlChrgsAndTaxAmt', 'Chrgs/Amt', 'Chrgs/Rcrd/Amt'];

/** Returns the charges that were taken out of what the payer sent: as listed, else by the instructed amount. */
function chargesOf(
  parts: readonly (XmlElement | undefined)[],
  currency: string,
  cents: Cents,
): Cents | undefined {
  for (const part of parts.filter((one) => elementsAt(one, 'Chrgs').length))
    for (const path of chargePaths) {
      const charges = elementsAt(part, path).filter(({ text }) => text);
      const amounts = charges.flatMap(({ text }) => centsOf(text) ?? []);
      const isOwn = charges.every((charge) => (charge.currency ?? currency).toUpperCase() === currency);
      const isGiven = textsAt(part, path.replace(/\w+$/, 'CdtDbtInd')).includes('CRDT');
      const sum = sumOfCents(amounts);
      if (isOwn && !isGiven && amounts.length === charges.length && sum > 0) return sum;
    }
  const [instructed] = elementsAt(parts[0], 'AmtDtls/InstdAmt/Amt');
  if (instructed?.currency?.toUpperCase() !== currency) return undefined;
  const sent = centsOf(instructed.text);
  return sent !== undefined && sent > cents ? sent - cents : undefined;
}

const datePaths = ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'];

const balanceOf = (holder: XmlElement, ...types: string[]): XmlElement | undefined =>
  types
    .flatMap((type) => elementsAt(holder, 'Bal').filter((one) => firstAt(one, 'Tp/CdOrPrtry/Cd') === type))
    .at(0);

/** The day of a statement that opens and closes on it: of its entries, too, where they have none of their own. */
function onlyDay(holder: XmlElement): string | undefined {
  const [opening, closing] = ['OPBD', 'CLBD'].map((type) => firstAt(balanceOf(holder, type), 'Dt/Dt'));
  return opening === closing ? closing : undefined;
}

const notBooked = /^(?:PDNG|INFO|FUTR)$/i;

/** A statement, report or notification, whose account has these entries. */
const holders = /^(?:Stmt|Rpt|Ntfctn)$/;

type CamtEntry = ReturnType<typeof entriesOf>[number];

/** Returns the entries of a statement. Version 1 has `PrtryAcct` and `BBAN`. */
function entriesOf(holder: XmlElement) {
  const ids = ['IBAN', 'BBAN', 'Othr/Id', 'PrtryAcct/Id'].map((id) => `Acct/Id/${id}`);
  const account = firstAt(holder, ...ids) ?? '';
  return elementsAt(holder, 'Ntry').map((entry) => {
    const [amount] = elementsAt(entry, 'Amt');
    return {
      holder,
      entry,
      account,
      currency: (amount?.currency ?? firstAt(holder, 'Acct/Ccy') ?? '').toUpperCase(),
      status: firstAt(entry, 'Sts', 'Sts/Cd', 'Sts/Prtry'),
      cents: centsOf(amount?.text ?? ''),
      direction: firstAt(entry, 'CdtDbtInd'),
    };
  });
}

type CamtFormat = Extract<StatementFormat, `camt${string}`>;

/**
 * Reads the booked entries of a CAMT.053 statement, a CAMT.052 report or a CAMT.054 notification of any version (ISO
 * 20022). A batch whose transactions' amounts add up to the entry's becomes one row per transaction; any other entry is
 * one row. The direction is `CdtDbtInd` alone: by the standard, it is the reversal's own direction in an entry with
 * `RvslInd`.
 */
export function readCamt(xml: string, format: CamtFormat, account: string): StatementRows {
  const entries: CamtEntry[] = [];
  readXml(xml, holders, (holder) => {
    for (const entry of entriesOf(holder)) entries.push(entry);
    if (entries.length > statementLimits.rows) throw tooManyRows();
  });
  const result = rowsIn(
    entries.map(({ currency }) => currency),
    account,
  );
  let row = 0;
  for (const { holder, entry, account: number, currency, cents, direction, ...own } of entries) {
    row += 1;
    const owner = number && { account: number };
    const refuse = (reason: string) => result.unreadable.push({ row, reason, ...owner });
    // A statement has booked entries only; the others say it of each.
    const status = own.status ?? (format === 'camt053' ? 'BOOK' : '');
    const day = parseDay(firstAt(entry, ...datePaths) ?? onlyDay(holder) ?? '');
    if (notBooked.test(status)) result.skipped.push({ row, reason: 'pending' });
    else if (!isOwnCurrency(currency, account)) result.skipped.push({ row, reason: 'currency' });
    else if (cents === 0) result.skipped.push({ row, reason: 'zero' });
    else if (status !== 'BOOK') refuse('The status (Sts) cannot be read');
    else if (!day) refuse('The date (BookgDt) cannot be read');
    else if (cents === undefined || cents < 0) refuse('The amount (Amt) cannot be read');
    else if (direction !== 'CRDT' && direction !== 'DBIT') refuse('The direction (CdtDbtInd) cannot be read');
    else {
      const isCredit = direction === 'CRDT';
      const signed = isCredit ? cents : negated(cents);
      const details = ['NtryDtls/TxDtls', 'TxDtls'].flatMap((path) => elementsAt(entry, path));
      const parts = partsOf(details, direction, currency, cents);
      const add = (
        part: XmlElement | undefined,
        own: { cents: Cents; bundleCents?: Cents },
        charges?: Cents,
      ) =>
        result.rows.push({
          row,
          day,
          ...own,
          ...owner,
          ...describe(entry, part, isCredit),
          ...(isCredit && charges && { chargesCents: charges }),
        });
      if (!parts.length) {
        // All texts of the transactions in a batch that stays one row.
        const merged = details[0] && { ...details[0], children: details.flatMap(({ children }) => children) };
        add(
          merged,
          { cents: signed },
          details.length < 2 ? chargesOf([merged, entry], currency, cents) : undefined,
        );
      }
      for (const [at, part] of parts.entries()) {
        if (at) row += 1;
        const own = { cents: isCredit ? part : negated(part), bundleCents: signed };
        add(details[at], own, chargesOf([details[at]], currency, part));
      }
    }
    if (result.rows.length > statementLimits.rows) throw tooManyRows();
  }
  return { ...result, proofs: proveHolders(entries, account) };
}

const isCredit = ({ direction }: CamtEntry): boolean => direction === 'CRDT';
const sumOf = (entries: readonly CamtEntry[]): Cents => sumOfCents(entries.map(({ cents }) => cents ?? 0));

function proveHolders(entries: readonly CamtEntry[], currency: string): AccountProof[] {
  return [...new Set(entries.map(({ holder }) => holder))].flatMap((holder): AccountProof[] => {
    const own = entries.filter((entry) => entry.holder === holder);
    const booked = own.filter(
      (entry) =>
        isOwnCurrency(entry.currency, currency) &&
        !notBooked.test(entry.status ?? '') &&
        entry.cents !== undefined,
    );
    const centsOfBalance = (balance: XmlElement | undefined): Cents | undefined => {
      const cents = centsOf(firstAt(balance, 'Amt') ?? '');
      return cents !== undefined && firstAt(balance, 'CdtDbtInd') === 'DBIT' ? negated(cents) : cents;
    };
    if (!own.some((entry) => isOwnCurrency(entry.currency, currency))) return [];
    const balances = proveBalances(
      [balanceOf(holder, 'OPBD', 'PRCD'), balanceOf(holder, 'CLBD')].map(centsOfBalance),
      sumOf(booked.filter(isCredit)) - sumOf(booked.filter((entry) => !isCredit(entry))),
    );
    const totals = own.length === booked.length ? proveTotals(statedTotals(holder, booked)) : undefined;
    const proof = firstWrong([balances, totals]);
    return proof ? [{ account: own[0]!.account, ...proof }] : [];
  });
}

function statedTotals(holder: XmlElement, booked: readonly CamtEntry[]): StatedTotal[] {
  const kinds = {
    TtlNtries: booked,
    TtlCdtNtries: booked.filter(isCredit),
    TtlDbtNtries: booked.filter((entry) => !isCredit(entry)),
  };
  return Object.entries(kinds).flatMap(([name, ofKind]) => {
    const sum = centsOf(firstAt(holder, `TxsSummry/${name}/Sum`) ?? '');
    const count = firstAt(holder, `TxsSummry/${name}/NbOfNtries`);
    return [
      ...(sum === undefined ? [] : [{ stated: sum, found: sumOf(ofKind) }]),
      ...(count && /^\d{1,9}$/.test(count)
        ? [{ stated: Number(count), found: ofKind.length, isCount: true as const }]
        : []),
    ];
  });
}
