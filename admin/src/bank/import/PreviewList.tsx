import { Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { formatDay } from '#domain/platform/dates';
import type { PreviewRow } from '#domain/bank/reconciliation';
import { ToneChip } from '../../ui/common/fields.js';
import { DraftRows } from './DraftRows.js';
import { transactionAmount } from '../decide/transactionText.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

const tones = { new: 'success', known: 'neutral', suspected: 'warning' } as const;

interface PreviewListProps {
  rows: PreviewRow[];
  caption: string;
  /** The button that decides on a row. */
  action?: (row: PreviewRow) => ReactNode;
}

/** Rows of a bank's file as they were read. */
export function PreviewList({ rows, caption, action }: PreviewListProps) {
  const translate = useTranslate();
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <div>
      <Typography variant="h3" id={id} sx={{ mb: 1 }}>
        {caption}
      </Typography>
      <DraftRows aria-labelledby={id}>
        {rows.map((row) => (
          <li key={row.row}>
            <div data-quiet>
              {translate('resources.reconcile.draft.rowOf', { row: row.row })} · {formatDay(row.day)}
            </div>
            <div data-text>
              {row.payer && row.payer !== row.text ? `${row.payer} · ${row.text}` : row.text}
            </div>
            <strong>{transactionAmount(row)}</strong>
            {action?.(row) ?? (
              <ToneChip
                name={translate(`resources.reconcile.draft.status.${row.status}`)}
                tone={tones[row.status]}
              />
            )}
          </li>
        ))}
      </DraftRows>
    </div>
  );
}
