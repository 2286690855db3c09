import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { formatDay } from '../../../domain/dates.js';
import type { PreviewRow } from '../../../domain/reconciliation.js';
import { ToneChip } from '../common/StatusChip.js';
import { Table } from '../common/Table.js';
import { transactionAmount } from './transactionText.js';

const tones = { new: 'success', known: 'neutral', suspected: 'warning' } as const;

interface PreviewTableProps {
  rows: PreviewRow[];
  caption: string;
  /** What can be decided on a row. */
  action?: (row: PreviewRow) => ReactNode;
}

/** Rows of a bank's file as they were read. */
export function PreviewTable({ rows, caption, action }: PreviewTableProps) {
  const translate = useTranslate();
  const id = useId();
  const label = (name: string) => translate(`admin.reconcile.draft.columns.${name}`);
  if (rows.length === 0) return null;
  return (
    <div>
      <Typography variant="h3" id={id} sx={{ mb: 1 }}>
        {caption}
      </Typography>
      <Table aria-labelledby={id} data-whole-words>
        <thead>
          <tr>
            <th scope="col">{label('row')}</th>
            <th scope="col">{label('day')}</th>
            <th scope="col">{label('text')}</th>
            <th scope="col" data-align="right">
              {label('amount')}
            </th>
            <th scope="col">{action ? translate('admin.list.actions') : label('status')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td>{row.row}</td>
              <td data-nowrap>{formatDay(row.day)}</td>
              <td>{row.payer && row.payer !== row.text ? `${row.payer} · ${row.text}` : row.text}</td>
              <td data-align="right">{transactionAmount(row)}</td>
              <td data-nowrap>
                {action?.(row) ?? (
                  <ToneChip
                    name={translate(`admin.reconcile.draft.status.${row.status}`)}
                    tone={tones[row.status]}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
