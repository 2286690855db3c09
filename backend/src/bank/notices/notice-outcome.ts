/** The event that a notification tells of: money that was received, or none. */
export type NoticeOutcome = 'received' | 'none';

/** Makes a pattern of whole words, whose letters may have accents. */
const words = (...sources: string[]): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${sources.join('|')})(?![\p{L}\p{N}])`, 'iu');

/** An amount of Canadian dollars within a sentence: "$2,256.61", "2 256,61 $", "98, 00 $". */
export const moneyText = String.raw`(?:(?:CA|C)?\$ ?\d{1,3}(?:[ ,.]?\d{3}){0,4}(?:[.,] ?\d{2})?(?!\d)|\d{1,3}(?:[ ,.]?\d{3}){0,4}(?:[.,] ?\d{2})? ?(?:CA|C)?\$)`;
const amount = String.raw`(?:of |for |de |d['’]un montant de )?${moneyText}(?: ?\(CAD\))?`;

/** Sentences of advice: they tell what may or shall be done, not what happened. */
const advice = words(
  String.raw`^(?:if|to|please|need|want|did you|learn|si|pour|veuillez|afin)`,
  String.raw`(?:can|may|might|must|should|will) be|you (?:can|may|must|should)|if you|in case|until`,
  String.raw`peut|peuvent|pourra|pourrait|sera|seront|vous (?:pouvez|devez|pourrez)|si vous|jusqu['’][àa]`,
);

/** A request of money that was answered: the money has come. */
const answeredRequest = words(
  String.raw`(?:fulfilled|accepted|paid|completed|honou?red)\b.{0,80}\brequest`,
  String.raw`request(?:ed)?\b.{0,140}\b(?:fulfilled|accepted|paid|completed|honou?red|deposited into your)`,
  String.raw`(?:r[ée]pondu|accept[ée]|pay[ée]|honor[ée])\P{L}.{0,80}\bdemande`,
  String.raw`demande\b.{0,140}\b(?:accept[ée]e?|pay[ée]e?|honor[ée]e?|d[ée]pos[ée]s? dans votre)`,
);

const noMoney: readonly RegExp[] = [
  words(
    'cancell?ed|cancellation|expired|declined|rejected|refused|reclaim(?:ed)?|recalled|undeliverable|unsuccessful|failed',
    // Participles: "expire le 1er novembre" tells of a transfer that waits.
    '(?:annul|expir|refus|d[ée]clin|rejet|r[ée]cup[ée]r|r[ée]clam|[ée]chou|retourn)ée?s?|annulation|non livrée?s?',
    '(?:est|a|ont|sont|ete|été) (?:annul|expir|refus|declin|rejet|recuper|reclam|echou|retourn)ee?s?',
    'r[ée]cup[ée]r(?:ez|er)|r[ée]clam(?:ez|er)',
    'returned to|has been returned|was returned',
  ),
  // Not deposited.
  words(
    String.raw`(?:could|was|were|has|have|is)(?: not|n['’]t)(?: yet)?(?: been| be)? (?:accepted|deposited|claimed|delivered|completed)`,
    'unable to (?:deposit|complete|deliver)|waiting to be deposited|about to expire|expires? soon',
    String.raw`n['’](?:a|ont|avez)(?: pas| pu)(?: encore)?(?: pu)?(?: [êe]tre)?(?: [ée]t[ée])? (?:accept|d[ée]pos|encaiss|livr|r[ée]clam|effectu)\p{L}*`,
    String.raw`expire bient[ôo]t|sur le point d['’]expirer|en attente d['’][êe]tre d[ée]pos[ée]e?s?`,
  ),
  // Sent by the reader.
  words(
    String.raw`you(?:['’]ve| have)? (?:just |successfully )?sent|(?:money|funds|transfer|amount|${moneyText}) (?:that )?you sent`,
    String.raw`your (?:${amount} )?(?:interac )?(?:e-|money )?transfer (?:${amount} )?to(?! your)`,
    String.raw`your (?:${amount} )?(?:interac )?(?:e-|money )?transfer (?:${amount} )?(?:has been|was) (?:successfully )?(?:sent|accepted|received|delivered)`,
    String.raw`(?:deposited|accepted|received) your (?:${amount} )?(?:interac )?(?:e-|money )?(?:transfer|funds|money|payment)(?! (?:in)?to your)`,
    String.raw`(?:transfer|money|funds|${moneyText}) (?:has been |have been |was |were )?sent to(?! you)`,
    String.raw`vous avez (?:bien )?(?:envoy[ée]|vir[ée])|que vous avez envoy[ée]e?s?`,
    String.raw`votre virement (?:interac )?(?:${amount} )?(?:destin[ée] )?[àa](?! votre| [ée]t[ée])`,
    String.raw`votre virement (?:interac )?(?:${amount} )?a (?:bien )?[ée]t[ée] (?:envoy[ée]|accept[ée]|re[çc]u|encaiss[ée])`,
    String.raw`a (?:bien )?(?:accept[ée]|d[ée]pos[ée]|encaiss[ée]|re[çc]u) votre (?:virement|argent|transfert)`,
    String.raw`(?:virement|argent|fonds)(?: ${amount})? (?:(?:a|ont) [ée]t[ée] )?envoy[ée]s? [àa](?! vous)`,
  ),
  // Asked for.
  words(
    'requested|requesting|requests|(?:money|payment|funds?) requests?|request money|requests? (?:for|of)|sent you an? (?:\\p{L}+ )?request|your request',
    String.raw`demandes? (?:de fonds|d['’]argent|de paiement|de virement|${amount})|vous (?:a )?demand(?:e|[ée]|ent)|a demand[ée]|avez demand[ée]|votre demande`,
  ),
  // Reminders tell of a transfer that waits.
  words(
    String.raw`(?<=^|: ?)(?:friendly |final |second |last |deposit )?reminder(?!:? (?:to )?(?:never|do not|don['’]t|keep))`,
    String.raw`(?:this is|just) an? (?:\p{L}+ )?reminder`,
    String.raw`(?<=^|: ?)(?:dernier |second |deuxi[èe]me )?rappel|ceci est un rappel|nous vous rappelons`,
  ),
];

const received = words(
  String.raw`sent you|you(?:['’]ve| have)? received|deposited (?:in)?to your|automatically deposited|funds (?:have been )?deposited|your funds await`,
  String.raw`vous a envoy[ée]|avez re[çc]u|d[ée]pos[ée]e?s? (?:automatiquement )?(?:dans|sur|[àa]) votre|automatiquement d[ée]pos[ée]e?s?|d[ée]pos[ée]e?s? automatiquement|fonds (?:ont [ée]t[ée] )?d[ée]pos[ée]s|vos fonds vous attendent`,
);

/** Returns the sentences of lines: each line, and the sentences of paragraphs, which a mail program may have wrapped. */
export function sentencesOf(lines: readonly string[]): string[] {
  const paragraphs = lines.join('\n').split(/\n{2,}/);
  const wrapped = paragraphs.flatMap((paragraph) =>
    paragraph.includes('\n') ? paragraph.replaceAll('\n', ' ').split(/(?<=[.!?…]) +/) : [],
  );
  return [...lines.filter(Boolean), ...wrapped];
}

export const tellsOfReceived = (sentence: string): boolean =>
  answeredRequest.test(sentence) || received.test(sentence);

/** Returns what sentences tell of, if anything: one of no money counts more than "sent you", which others repeat. */
export function outcomeOf(sentences: readonly string[]): NoticeOutcome | undefined {
  const told = sentences.filter((sentence) => !advice.test(sentence));
  const isNone = told.some(
    (sentence) => !answeredRequest.test(sentence) && noMoney.some((pattern) => pattern.test(sentence)),
  );
  if (isNone) return 'none';
  return sentences.some(tellsOfReceived) ? 'received' : undefined;
}
