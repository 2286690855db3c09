import { nameWords, wordPairKey } from '#domain/customers/person-fields';
import { referencePrefix } from '#domain/payments/payments';

/** Maximum number of words between two words of a name, and maximum number of keys of one text. */
const maximumDistance = 3;
const maximumKeys = 120;
const maximumLength = 200;

/** Words of banks that no name contains: keys with them would be looked up in vain. */
const bankWords = new Set(
  (
    'INTERAC ETRNSFR ETRANSFER TRANSFER TRANSFERT TRSF XFER AUTODEPOSIT DEPOSIT RECVD RCVD RECEIVED SENT RECLAIMED CANCELLED CANCELED REVERSAL REVERSED RETURNED DECLINED EXPIRED RECU ENVOYE ANNULE FROM WITH FOR ' +
    'WIRE INCOMING OUTGOING PAYMENT PAIEMENT VIREMENT MONEY REFERENCE REF TRN ORIG TYPE DATE CREDIT DEBIT ONLINE ' +
    'INTERNET BANKING MOBILE ZELLE CONF MEMO MSG MESSAGE FEE INVOICE THE AND VIA ' +
    referencePrefix.replaceAll('-', ' ')
  ).split(' '),
);

const isLatin = (word: string): boolean => /^\p{Script=Latin}+$/u.test(word);

const withoutTransferMark = (text: string): string => text.replace(/\bE-(?=TRANSFER|TRF)/gi, ' ');

/** Returns the keys (`payerNameKey`) of all names that may be in a text. */
export function nameKeysIn(text: string): string[] {
  const words = nameWords(withoutTransferMark(text)).filter(
    (word) => !/\d/.test(word) && !bankWords.has(word),
  );
  const keys = new Set<string>();
  for (const [index, word] of words.entries()) {
    // Names of one word are those of other scripts, or stand alone.
    if (words.length === 1 || !isLatin(word)) keys.add(word);
    for (const other of words.slice(index + 1, index + 1 + maximumDistance))
      if (other !== word) keys.add(wordPairKey(word, other));
  }
  return [...keys].filter((key) => key.length <= maximumLength).slice(0, maximumKeys);
}

/** True where every word of the name is in the text, in any order. */
export function isNameIn(name: string, text: string): boolean {
  const words = new Set(nameWords(text));
  const wanted = nameWords(name);
  return wanted.length > 0 && wanted.every((word) => words.has(word));
}

/**
 * The key of a whole payer's name, in any order of the words: finds earlier transactions of the payer. '' for a bank's
 * words alone, such as "INTERAC e-Transfer Received", which name no person.
 */
export function payerKey(payer: string): string {
  const isName = nameWords(withoutTransferMark(payer)).some((word) => !bankWords.has(word));
  return isName ? [...new Set(nameWords(payer))].sort().join(' ').slice(0, maximumLength) : '';
}
