/** Words that name a direction wherever they stand beside an amount. */
const plain = {
  in: `
    CR|CRED|CREDIT|CREDITS|CREDITED|CRDT|IN|INCOMING|INFLOW|DEPOSIT|DEPOSITS|DEPOSITED|DSLIP|RECEIVED|MONEY IN|PAID IN|
    HABEN|GUTSCHRIFT|EINGANG|ZUGANG|EINZAHLUNG|CRÉDIT|DÉPÔT|DEPOT|ENCAISSEMENT|ENTRÉE|CRÉDITO|CREDITO|ABONO|INGRESO|
    HABER|ENTRADA|ACCREDITO|AVERE|BIJ|BIJSCHRIJVING|CREDITEUR|KREDIT|INDBETALING|INSÄTTNING|INNBETALING|UZNANIE|
    BEVÉTEL|JÓVÁÍRÁS|KREDITAS|ฝาก|ฝากเงิน|เงินฝาก|เงินเข้า|รับโอน|เครดิต`,
  out: `
    DR|DB|DEB|DEBIT|DEBITS|DEBITED|DBIT|OUT|OUTGOING|OUTFLOW|WITHDRAWAL|WITHDRAWALS|WITHDRAW|WITHDRAWN|CHECK|CHEQUE|SENT|
    MONEY OUT|PAID OUT|SOLL|LASTSCHRIFT|AUSGANG|ABGANG|AUSZAHLUNG|DÉBIT|RETRAIT|DÉCAISSEMENT|SORTIE|DÉBITO|DEBITO|CARGO|
    ADEUDO|DEBE|SALIDA|SAÍDA|SAIDA|ADDEBITO|DARE|AF|AFSCHRIJVING|DEBET|UDBETALING|UTTAG|UTBETALING|OBCIĄŻENIE|KIADÁS|
    TERHELÉS|DEBETAS|ถอน|ถอนเงิน|เงินถอน|เงินออก|โอนออก|เดบิต`,
};

/** Words that name a direction only in a column that has both, and letters also in one that has no others. */
const closed: readonly Record<string, Direction>[] = [
  { C: 1, D: -1 },
  { H: 1, S: -1 },
  { I: 1, O: -1 },
  { K: 1, D: -1 },
  { '+': 1, '-': -1 },
  { RECEIPT: 1, RECEIPTS: 1, PAYMENT: -1, PAYMENTS: -1 },
  { INCOME: 1, EXPENSE: -1, EXPENSES: -1 },
];

/** 1 for incoming money, -1 for outgoing. */
export type Direction = 1 | -1;

/** The word in the form of the lists: without a final full stop. */
const keyOf = (word: string): string => word.normalize('NFC').replace(/\.$/, '');

const listOf = (words: string, direction: Direction) =>
  words.split('|').map((word) => [keyOf(word.trim()), direction] as const);
const known = new Map<string, Direction>([...listOf(plain.in, 1), ...listOf(plain.out, -1)]);

/** Returns the word of a direction column as mappings name it. */
export const directionWord = (text: string): string => text.trim().toUpperCase().slice(0, 60);

/** Returns the direction of a word that means it in any column. */
const plainDirection = (word: string): Direction | undefined => known.get(keyOf(word));

/** Returns the directions of the words of one column; a word that is not known there is not in the map. */
export function directionsOf(words: ReadonlySet<string>): Map<string, Direction> {
  const filled = [...words].filter(Boolean);
  const set = closed.find((one) => {
    const directions = filled.map((word) => (Object.hasOwn(one, keyOf(word)) ? one[keyOf(word)] : undefined));
    const isLetter = filled.every((word) => word.length === 1);
    return (isLetter && directions.every(Boolean)) || (directions.includes(1) && directions.includes(-1));
  });
  return new Map(
    filled.flatMap((word) => {
      const direction =
        plainDirection(word) ?? (set && Object.hasOwn(set, keyOf(word)) ? set[keyOf(word)] : undefined);
      return direction ? [[word, direction] as const] : [];
    }),
  );
}
