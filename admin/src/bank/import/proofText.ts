import { type Currency, formatNamedMoney } from '#domain/platform/money';
import type { StatementProof } from '#domain/bank/statement-reading';
import { textsOf, type Translate } from '../../ui/i18n/useTranslate.js';

/** "42 rows; the bank’s own balance agrees", or the difference and the first row where they part. */
export function proofText(
  proof: StatementProof,
  { rows, currency }: { rows: number; currency: Currency },
  translate: Translate,
): string {
  const label = textsOf(translate, 'resources.reconcile.proof');
  if (proof.agrees) return label('agrees', { smart_count: rows, sums: label(`agreeing.${proof.by}`) });
  const sums = label(`by.${proof.by}`);
  const { difference, row } = proof;
  const by =
    difference === undefined
      ? ''
      : label('difference', { amount: formatNamedMoney(Math.abs(difference), currency) });
  return label('differs', { sums, by, from: row === undefined ? '' : label('from', { row }) });
}
