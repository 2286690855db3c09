import { useTranslate } from 'react-admin';
import { formatDays } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import { type SkipReason, statementFormatNames } from '#domain/reconciliation';
import { Details } from '../../ui/common/Details.js';
import { formatBytes } from './formatBytes.js';
import type { StatementDraftRecord } from '../../data/reconciliationMethods.js';
import { proofText } from './proofText.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';

interface DraftFactsProps {
  draft: StatementDraftRecord;
  /** False while the preview is not the reading by the columns on the screen. */
  isRead: boolean;
}

/** The file of a draft, and the rows that an import of it would store and leave out. */
export function DraftFacts({ draft, isRead }: DraftFactsProps) {
  const translate = useTranslate();
  const { currencyOf, nameOf } = useBankAccounts();
  const { preview, format, size, bankAccountId } = draft;
  const label = (name: string, options?: object) => translate(`resources.reconcile.draft.${name}`, options);
  const currency = currencyOf(bankAccountId);
  const skipped = Object.entries(preview.skipped) as [SkipReason, number][];
  return (
    <Details
      rows={[
        [
          label('file'),
          [statementFormatNames[format], formatBytes(size), nameOf(bankAccountId)]
            .filter(Boolean)
            .join(' · '),
        ],
        isRead && preview.from && [label('days'), formatDays(preview.from, preview.to)],
        // Nothing is read before the questions are answered.
        isRead &&
          preview.questions.length === 0 && [
            label('new'),
            <strong key="new">
              {label('newRows', {
                smart_count: preview.new,
                total: formatNamedMoney(preview.total, currency),
              })}
            </strong>,
          ],
        isRead &&
          preview.proof?.agrees && [
            label('checked'),
            proofText(preview.proof, { rows: preview.new + preview.known, currency }, translate),
          ],
        isRead && preview.known > 0 && [label('known'), label('knownRows', { smart_count: preview.known })],
        isRead &&
          skipped.length > 0 && [
            label('skipped'),
            skipped.map(([reason, count]) => label(`skip.${reason}`, { smart_count: count })).join(', '),
          ],
      ]}
    />
  );
}
