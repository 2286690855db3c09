import { type StatementFormat, statementLimits } from '../common/contract.js';
import { type Cents, negated, sumOfCents } from '../common/cents.js';
import { parseCents } from '../common/amounts.js';
import { type CamtEntry, first, readCamtDocument, type Values } from './camt-document.js';
import { parseDay } from '../common/days.js';
import { extractPayer } from '../common/payer.js';
import { isOwnCurrency, isUnnamed, refuseForeign } from '../common/own-currency.js';
import { type AccountProof, proveBalances, proveTotals, type StatedTotal } from '../common/proof.js';
import { cleanText, optionalFields, type StatementRows, tooManyRows } from '../common/statement-row.js';

/** Amounts in XML have no thousands separators. */
const centsOf = (text: string): Cents | undefined => (text.includes(',') ? undefined : parseCents(text, '.'));

const amountPaths = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'];

/** Returns the amount of a transaction in a batch, in cents of the entry's currency. */
function partCents(part: Values, currency: string): Cents | undefined {
  for (const path of amountPaths) {
    const text = first(part, path);
    if (text && (first(part, `${path}/@Ccy`) ?? currency) === currency) return centsOf(text);
  }
  return undefined;
}

const isPresent = (id: string | undefined): id is string => !!id && !/^(?:NOTPROVIDED|NONREF)$/i.test(id);

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
  const remittance = [
    ...(part?.get('RmtInf/Ustrd') ?? []),
    ...(part?.get('RmtInf/Strd/CdtrRefInf/Ref') ?? []),
    ...(part?.get('RmtInf/Strd/AddtlRmtInf') ?? []),
  ];
  const texts = [
    ...remittance,
    ...(part?.get('Refs/EndToEndId') ?? []).filter(isPresent),
    ...(part?.get('AddtlTxInf') ?? []),
    ...(entry.get('AddtlNtryInf') ?? []),
  ];
  const text = cleanText([...new Set(texts)].join(' '));
  const bankId = first(part, 'Refs/AcctSvcrRef') ?? first(entry, 'AcctSvcrRef');
  return { text, ...optionalFields(payer ?? extractPayer(text), isPresent(bankId) ? bankId : undefined) };
}

/** Returns the amounts of a batch's transactions, where they make up the entry's. */
function partsOf(details: readonly Values[], direction: string, currency: string, cents: Cents): Cents[] {
  const parts = details.map((part) => partCents(part, currency) ?? 0);
  const isWhole =
    parts.length > 1 &&
    parts.every((part) => part > 0) &&
    details.every((part) => (first(part, 'CdtDbtInd') ?? direction) === direction) &&
    sumOfCents(parts) === cents;
  return isWhole ? parts : [];
}

/** Charges of a transaction or an entry: of version 1 to 3, and of later ones. */
const chargePaths = ['Chrgs/TtlChrgsAndTaxAmt', 'Chrgs/Amt', 'Chrgs/Rcrd/Amt'];

/**
 * Returns the charges that were taken out of what the payer sent: as they are listed, else the difference to the amount
 * that was instructed in the same currency.
 */
function chargesOf(
  entry: Values,
  part: Values | undefined,
  currency: string,
  cents: Cents,
): Cents | undefined {
  for (const values of [part, entry])
    for (const path of chargePaths) {
      const amounts = (values?.get(path) ?? []).map(centsOf);
      const isOwn = (values?.get(`${path}/@Ccy`) ?? []).every((code) => code.toUpperCase() === currency);
      const isGiven = (values?.get(path.replace(/\w+$/, 'CdtDbtInd')) ?? []).includes('CRDT');
      const known = amounts.filter((amount) => amount !== undefined);
      const sum = sumOfCents(known);
      if (isOwn && !isGiven && known.length === amounts.length && sum > 0) return sum;
    }
  const instructed = 'AmtDtls/InstdAmt/Amt';
  if ((first(part, `${instructed}/@Ccy`) ?? '').toUpperCase() !== currency) return undefined;
  const sent = centsOf(first(part, instructed) ?? '');
  return sent !== undefined && sent > cents ? sent - cents : undefined;
}

const datePaths = ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'];

/** The day of a statement that opens and closes on it: of its entries, too, where they have none of their own. */
function onlyDay(balanceDays: ReadonlyMap<string, string>): string | undefined {
  const closing = balanceDays.get('CLBD');
  return closing === balanceDays.get('OPBD') ? closing : undefined;
}

const notBooked = /^(?:PDNG|INFO|FUTR)$/i;

/** The currency of an entry's amount: its own, else its account's. */
const currencyOf = ({ holder, values }: CamtEntry): string =>
  (first(values, 'Amt/@Ccy') ?? holder.currency).toUpperCase();

type CamtFormat = Extract<StatementFormat, `camt${string}`>;

/**
 * Reads the booked entries of a CAMT.053 statement, a CAMT.052 report or a CAMT.054 notification of any version (ISO
 * 20022). A batch whose transactions' amounts add up to the entry's becomes one row per transaction; any other entry is
 * one row. The direction is `CdtDbtInd` alone: by the standard, it is the reversal's own direction in an entry with
 * `RvslInd`.
 */
export function readCamt(xml: string, format: CamtFormat, account: string): StatementRows {
  const entries = readCamtDocument(xml);
  const currencies = entries.map(currencyOf);
  refuseForeign(currencies, account);
  const result: StatementRows = { rows: [], skipped: [], unreadable: [], isUnnamed: isUnnamed(currencies) };
  let row = 0;
  for (const [index, { holder, values, details }] of entries.entries()) {
    row += 1;
    const owner = holder.account && { account: holder.account };
    const refuse = (reason: string) => result.unreadable.push({ row, reason, ...owner });
    const currency = currencies[index]!;
    const cents = centsOf(first(values, 'Amt') ?? '');
    const direction = first(values, 'CdtDbtInd');
    // A statement has booked entries only; the others say it of each.
    const status = first(values, 'Sts', 'Sts/Cd', 'Sts/Prtry') ?? (format === 'camt053' ? 'BOOK' : '');
    const day = parseDay(first(values, ...datePaths) ?? onlyDay(holder.balanceDays) ?? '');
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
      const parts = partsOf(details, direction, currency, cents);
      if (!parts.length) {
        const merged = details.length > 1 ? mergeParts(details) : details[0];
        const charges = isCredit && details.length < 2 && chargesOf(values, merged, currency, cents);
        result.rows.push({
          ...{ row, day, cents: signed, ...owner, ...describe(values, merged, isCredit) },
          ...(charges && { chargesCents: charges }),
        });
      }
      for (const [at, part] of parts.entries()) {
        if (at) row += 1;
        const own = { row, day, cents: isCredit ? part : negated(part), bundleCents: signed, ...owner };
        const charges = isCredit && chargesOf(new Map(), details[at], currency, part);
        result.rows.push({
          ...{ ...own, ...describe(values, details[at], isCredit) },
          ...(charges && { chargesCents: charges }),
        });
      }
    }
    if (result.rows.length > statementLimits.rows) throw tooManyRows();
  }
  return { ...result, proofs: proveHolders(entries, account) };
}

/** The opening and closing balances of a statement, preferred ones first. */
const openings = ['OPBD', 'PRCD'];
const closings = ['CLBD'];

/** Returns the control sums of each statement: its balances, and the counts and sums of its summary. */
function proveHolders(entries: CamtEntry[], currency: string): AccountProof[] {
  const byHolder = new Map<CamtEntry['holder'], CamtEntry[]>();
  for (const entry of entries) {
    const own = byHolder.get(entry.holder);
    if (own) own.push(entry);
    else byHolder.set(entry.holder, [entry]);
  }
  return [...byHolder].flatMap(([holder, own]): AccountProof[] => {
    const booked = own.flatMap((entry) => {
      const { values } = entry;
      const cents = centsOf(first(values, 'Amt') ?? '');
      const isOwn = isOwnCurrency(currencyOf(entry), currency);
      const isBooked = !notBooked.test(first(values, 'Sts', 'Sts/Cd', 'Sts/Prtry') ?? '');
      const isCredit = first(values, 'CdtDbtInd') === 'CRDT';
      return isOwn && isBooked && cents !== undefined ? [{ cents, isCredit }] : [];
    });
    const sumOf = (isCredit: boolean) =>
      sumOfCents(booked.filter((one) => one.isCredit === isCredit).map(({ cents }) => cents));
    const [credits, debits] = [sumOf(true), sumOf(false)];
    const balanceOf = (types: readonly string[]): Cents | undefined => {
      const balance = types.map((type) => holder.balances.get(type)).find(Boolean);
      const cents = centsOf(first(balance, 'Amt') ?? '');
      return cents !== undefined && first(balance, 'CdtDbtInd') === 'DBIT' ? negated(cents) : cents;
    };
    const sum = credits - debits;
    const balances = proveBalances({ opening: balanceOf(openings), closing: balanceOf(closings), sum });
    const totals = own.length === booked.length ? proveTotals(statedTotals(holder, booked)) : undefined;
    const proof = [balances, totals].find((one) => one && !one.agrees) ?? balances ?? totals;
    return proof ? [{ account: holder.account, ...proof }] : [];
  });
}

/** Returns the counts and sums that a summary states, with those of the entries. */
function statedTotals(
  { summary }: CamtEntry['holder'],
  booked: readonly { cents: Cents; isCredit: boolean }[],
): StatedTotal[] {
  const kinds = {
    TtlNtries: booked,
    TtlCdtNtries: booked.filter(({ isCredit }) => isCredit),
    TtlDbtNtries: booked.filter(({ isCredit }) => !isCredit),
  };
  return Object.entries(kinds).flatMap(([name, ofKind]) => {
    const sum = centsOf(first(summary, `${name}/Sum`) ?? '');
    const count = first(summary, `${name}/NbOfNtries`);
    return [
      ...(sum === undefined ? [] : [{ stated: sum, found: sumOfCents(ofKind.map(({ cents }) => cents)) }]),
      ...(count && /^\d{1,9}$/.test(count)
        ? [{ stated: Number(count), found: ofKind.length, isCount: true as const }]
        : []),
    ];
  });
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
