import { dayMs } from '#domain/platform/dates';
import { type OutgoingKind, type OutgoingReason, outgoingReasons } from '#domain/bank/outgoing';

const plainWords = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();

/** Words of banks for each meaning of outgoing money, accents removed. */
const kindWords: Record<OutgoingKind, RegExp> = {
  reversal:
    /\b(?:NSF|REVERS\w*|RETURNED|RETD|CHARGE ?BACK|RECALL\w*|REJECT\w*|DISHONOU?R\w*|UNPAID|BOUNCED|ITEM RETURN|STOP PAYMENT|CANCELL?ED|RETOURNE\w*|CONTRE ?PASS\w*|SANS PROVISION|RUCKLASTSCHRIFT|STORNO|DEVUELTO|DEVOLUCION)\b/,
  refund: /\b(?:REFUND\w*|REMBOURS\w*|REIMBURS\w*|ERSTATTUNG|REEMBOLSO)\b/,
  return: /\b(?:OVERPA(?:Y\w*|ID)|SURPLUS|EXCESS|TROP ?PERCU|RETURN OF|UBERZAHLUNG)\b/,
};

/** Words of banks for a transfer that comes back to its sender. */
const comingBack =
  /\b(?:RECLAIM\w*|RETURN\w*|CANCEL\w*|EXPIR\w*|DECLINE\w*|ANNUL\w*|RETOURNE\w*|REFUSE\w*)\b/;

/** Returns whether a bank's text says that a transfer came back. */
export const isComingBack = (text: string): boolean => comingBack.test(plainWords(text));

/** A possible meaning, with the reasons that speak for it. */
export interface OutgoingFinding {
  kind: OutgoingKind;
  /** The day of the incoming transaction, or of the payment. */
  day: string;
  /** True where the amount is exactly the other one's, what is left over of it, or what can be refunded. */
  isAmount: boolean;
  isPayer: boolean;
  isReference: boolean;
}

const weights: Record<OutgoingReason, number> = { text: 8, reference: 4, payer: 2, amount: 1 };
/** The order of equally likely meanings. A reversal without a word of the bank comes last. */
const order: readonly OutgoingKind[] = ['return', 'refund', 'reversal'];

/** Returns the findings with their reasons, most likely first; without a reason other than the day, none. */
export function rankOutgoing<Finding extends OutgoingFinding>(
  findings: readonly Finding[],
  { text, day }: { text: string; day: string },
): { finding: Finding; why: OutgoingReason[] }[] {
  const words = plainWords(text);
  const distance = (one: string) => Math.abs(Date.parse(day) - Date.parse(one)) / dayMs;
  return findings
    .map((finding) => {
      const { kind, isAmount, isPayer, isReference } = finding;
      const reasons = {
        text: kindWords[kind].test(words),
        reference: isReference,
        payer: isPayer,
        amount: isAmount,
      } satisfies Record<OutgoingReason, boolean>;
      const why = outgoingReasons.filter((reason) => reasons[reason]);
      return { finding, why, weight: why.reduce((total, reason) => total + weights[reason], 0) };
    })
    .filter(({ why }) => why.some((reason) => reason !== 'text'))
    .sort(
      (a, b) =>
        b.weight - a.weight ||
        order.indexOf(a.finding.kind) - order.indexOf(b.finding.kind) ||
        distance(a.finding.day) - distance(b.finding.day),
    )
    .map(({ finding, why }) => ({ finding, why }));
}
