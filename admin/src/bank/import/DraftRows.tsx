import { styled, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { formatDay } from '#domain/platform/dates';
import type { PreviewRow } from '#domain/bank/reconciliation';
import { ToneChip } from '../../ui/common/fields.js';
import { transactionAmount } from '../decide/transactionText.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** Rows or columns of a draft's file: on one line, wrapped on a phone. */
export const DraftRows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  li: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 16px',
    padding: '8px 0',
    borderTop: `1px solid ${theme.palette.divider}`,
  },
  '[data-text]': { flex: '1 1 16rem', minWidth: 0 },
  '[data-quiet]': { color: theme.palette.text.secondary, fontSize: '0.8125rem', flex: '0 0 9.5rem' },
  strong: { fontWeight: 500, flex: '0 0 7.5rem', textAlign: 'right' },
  [theme.breakpoints.down('sm')]: {
    '[data-quiet]': { flex: '1 1 100%' },
    '[data-text]': { flex: '1 1 100%' },
    strong: { textAlign: 'left' },
  },
}));

/** A row or a column of a file, a word or an account of it, with what is said of it. */
export interface FileItem {
  key: string | number;
  name: string;
  detail: string;
  control: ReactNode;
}

/** Parts of a bank's file, each with the control that says what it is. */
export const FileRows = ({ label, items }: { label: string; items: FileItem[] }) => (
  <DraftRows aria-label={label}>
    {items.map(({ key, name, detail, control }) => (
      <li key={key}>
        <div data-text>
          <b>{name}</b>
          <div>{detail}</div>
        </div>
        {control}
      </li>
    ))}
  </DraftRows>
);

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
              {`${translate('resources.reconcile.draft.rowOf', { row: row.row })} · ${formatDay(row.day)}`}
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
