import { nameKey } from '../common/name-key.js';

/** Normalises the names of a heading row. */
export const namesKey = (names: readonly string[]): string => names.map(nameKey).join('|');

/** Parts of names, the likelier first: they find the heading row and order choices, and settle no day, currency or money. */
const parts = {
  date: [
    /post|book|buchung|boek|bok|comptab|contab|entry|process|execut|uitvoering|konyveles/,
    /transaction|operation|operacion|trade|valid/,
    /date|datum|fecha|^data|dato|^time|tijd|วนท|วันที่/,
    /complet|settle|creat|start|finish|arriv|wertstellung|valut|value|^day|bokning/,
  ],
  amount: [
    /^net(?!sales)/,
    /amount|betrag|montant|bedrag|import[eo]|belopp|beløb|valor|kwota|castka|osszeg|suma|summa|сумма|umsatz|monto|จำนวนเงิน|จํานวนเงิน|objem/,
    /total|value|gross|^cad|^usd|^thb/,
  ],
  in: [
    /credit|deposit|moneyin|paidin|fundsin|amountin|^in$|incoming|inflow|received|haben|gutschrift|eingang|einnahm|depot|abono|ingreso|^haber|entrad|entrat|accredit|avere|innpa|^bij|kredit|^cr$|bevetel|πιστωσ|приход|ฝาก|เงนเขา|เงินเข้า/,
  ],
  out: [
    /debit|withdraw|moneyout|paidout|fundsout|amountout|^out$|outgoing|outflow|spent|soll|ausgang|ausgab|lastschrift|retrait|cargo|^debe|salida|uscit|adeudo|addebit|^dare|utfra|^af$|afschrijv|debet|kiadas|χρεωσ|расход|^dr$|ถอน|เงินออก/,
  ],
  direction: [
    /direction|creditdebit|debitcredit|crdr|drcr|indicator|^sign$|^dc$|^cd$|sollhaben|^sh$|afbij|bijaf|creditor?debit|sens$|inout|incomeexpense|^dk$|^kd$|bevetelkiadas/,
    /type|details|^art$|umsatzart|soort|tipo|nature|kind|operation|transaction/,
  ],
  payer: [
    /payername|^payer|sendername|^sender|partnername|counterpartyname|naam.*tegenpartij|tegenpartij.*naam|debtorname|auftraggeber|zahlungs?beteiligt|zahlungspflicht|payeur|partnerneve/,
    /counterparty|tegenpartij|debtor|remitter|originator|ordenante|mittente|^from$|sourcename|^name$|^naam$|^nombre$|^nom$/,
  ],
  bankId: [/transactionid$|wiseid$|fitid|^id$|entryreference/],
  status: [/status|статус|^state$|statut|^etat$|^estado$|^stato$|^info$|(?<!s)pending|cleared|stage/],
  account: [
    /accountn|^account|sourceaccount|numerodecompte|nodecompte|auftragskonto|^rekening|^iban|kontonummer|^konto|cuenta|szamlaszam|saskait/,
  ],
  fee: [/^fees?($|amount)|^frais$/],
  balance: [
    /balance|runningbal|^bal$|solde|^saldo|kontostand|egyenleg|υπολοιπ|остат|ending|outstanding|disponible|ยอดคงเหลือ|คงเหลอ/,
  ],
} as const;

/** Parts of names of amounts that are none of the account's; one that names a direction is of that alone. */
const otherAmount =
  /tax|tip$|orig|foreign|fremd|exchange|refund|converted|local|charge|commission|rate|limit|reward|puvodni|shipping|handling|interest|principal|(?<!after)fee/;

export type ColumnRole = keyof typeof parts;

/** Longest name of a column that is looked at for parts. */
const maximumName = 80;

/** Returns the place of a name among those of a role, from 0; undefined for one that says nothing of it. */
export function rankOf(role: ColumnRole, name: string): number | undefined {
  const key = name.length < maximumName ? nameKey(name) : '';
  const rank = key ? parts[role].findIndex((part) => part.test(key)) : -1;
  const isOther =
    (role === 'amount' && (otherAmount.test(key) || isNamedAs(name, 'in') !== isNamedAs(name, 'out'))) ||
    (role === 'account' && isNamedAs(name, 'balance'));
  return rank < 0 || isOther ? undefined : rank;
}

/** Sorts columns by the places of their names, the named ones first, and else as they stand in the file. */
export const byName = (
  role: ColumnRole,
  columns: readonly number[],
  names: readonly string[] = [],
): number[] =>
  columns.toSorted(
    (one, other) => (rankOf(role, names[one] ?? '') ?? 9) - (rankOf(role, names[other] ?? '') ?? 9),
  );

/** Returns the columns with a name of a role, the likelier ones first. */
export const namedAs = (role: ColumnRole, names: readonly string[] = []): number[] =>
  byName(
    role,
    names.flatMap((name, column) => (isNamedAs(name, role) ? [column] : [])),
    names,
  );

/** True for a name of one of these roles; undefined is none. */
export const isNamedAs = (name: string | undefined, ...roles: ColumnRole[]): boolean =>
  roles.some((role) => rankOf(role, name ?? '') !== undefined);

/** True for the name of a column of amounts, or of those of a direction. */
export const isAmountName = (name: string | undefined): boolean => isNamedAs(name, 'amount', 'in', 'out');

/** True for the name of a column of money: of amounts, or a balance. */
export const isMoneyName = (name: string | undefined): boolean =>
  isAmountName(name) || isNamedAs(name, 'balance');

/** Parts of names of columns with text. */
const textPart =
  /descr|beschreib|bezeichn|omschr|libell|^labels?|narr|particul|remark|memo|^notes?|verwend|^vwz|zweck|bemerk|comment|kommentar|message|mededeling|nachricht|mitteilung|communic|concept|causal|motiv|detail|dettagli|merchant|payee|beneficiar|begunst|beguenst|empfanger|empfaenger|recipient|receiver|betreff|subject|referen|remit|informa|observ|historico|popis|zprava|poznamka|kozlemeny|reszlet|megjegyz|tytul|odbiorc|^itemtitle|^opis|selgitus|paskirtis|detalji|^text|^desc|buchungstext|umsatztext|รายการ|รายละเอียด|หมายเหตุ/;

/** Parts of names of columns that say something about the text's subject in codes. */
const codePart =
  /date|datum|time|amount|betrag|montant|number|nummer|numero|categor|kategor|city|country|postal|province|balance|^mcc|iban|bic$|currency|rate$|card|email|code|account|konto|rekening|fee|tax/;

/** True for a name of a column with text; one that is listed for another role has that role. */
export function isTextColumn(name: string): boolean {
  const key = nameKey(name);
  return (
    textPart.test(key) &&
    (!codePart.test(key) || /^(?:payment|transaction)?(?:reference|details?|description)\d*$/.test(key))
  );
}
