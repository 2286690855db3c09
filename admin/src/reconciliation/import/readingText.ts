import { formatDay } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import type { PreviewRow } from '#domain/reconciliation';

/**
 * "Nov 5, 2026: received CA$2,256.61 from JANE SMITH" or "Nov 6, 2026: paid CA$12.50, FEE": a row as it was read, with the
 * currency that the file names for it.
 */
export function readingText(
  { day, amount, currency, payer, text, fileCurrency }: PreviewRow,
  translate: (key: string, options: object) => string,
): string {
  const direction = amount > 0 ? 'received' : 'paid';
  const by = payer ? 'With' : text ? 'Text' : '';
  const read = translate(`resources.reconcile.question.confirm.${direction}${by}`, {
    day: formatDay(day),
    amount: formatNamedMoney(Math.abs(amount), currency),
    name: payer,
    text,
  });
  return fileCurrency
    ? translate('resources.reconcile.question.confirm.inCurrency', { read, currency: fileCurrency })
    : read;
}
