import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type CsvMapping, dateOrders } from '../../../domain/reconciliation.js';
import { DraftRows } from './DraftRows.js';
import type { StatementDraftRecord } from './reconciliationMethods.js';

/** Roles that a column of the file can have. */
const roles = [
  ...['date', 'amount', 'in', 'out', 'direction', 'currency', 'payer', 'text', 'bankId', 'status'],
] as const;
const singleRoles = [
  'date',
  'amount',
  'in',
  'out',
  'direction',
  'currency',
  'payer',
  'bankId',
  'status',
] as const;
type SingleRole = (typeof singleRoles)[number];

const roleOf = (mapping: CsvMapping, index: number): string =>
  singleRoles.find((role) => mapping[role] === index) ?? (mapping.text.includes(index) ? 'text' : '');

/** Returns the mapping with another role for a column; a role of a single column is taken from the other one. */
function withRole(mapping: CsvMapping, index: number, role: string): CsvMapping {
  const next: CsvMapping = { ...mapping, text: mapping.text.filter((column) => column !== index) };
  for (const single of singleRoles)
    if (next[single] === index) {
      if (single === 'date') next.date = -1;
      else delete next[single];
    }
  if (role === 'text') next.text = [...next.text, index].sort((a, b) => a - b);
  else if (role) next[role as SingleRole] = index;
  // Amounts are in one column, or in one for each direction.
  if (role === 'amount') {
    delete next.in;
    delete next.out;
  }
  if (role === 'in' || role === 'out') delete next.amount;
  return next;
}

const isComplete = ({ date, amount, in: moneyIn, out }: CsvMapping): boolean =>
  date >= 0 && (amount !== undefined || moneyIn !== undefined || out !== undefined);

interface MappingEditorProps {
  draft: StatementDraftRecord;
  mapping: CsvMapping;
  onChange: (mapping: CsvMapping) => void;
}

/** Editor of a CSV file's column mapping, with sample values; the server reads the file again after every change. */
export function MappingEditor({ draft: { columns, preview }, mapping, onChange }: MappingEditorProps) {
  const translate = useTranslate();
  const label = (name: string) => translate(`admin.reconcile.mapping.${name}`);
  const [edited, setEdited] = useState(mapping);
  const [known, setKnown] = useState(mapping);
  // The server completes the mapping and returns it.
  if (known !== mapping) {
    setKnown(mapping);
    setEdited(mapping);
  }
  const change = (next: CsvMapping) => {
    setEdited(next);
    if (isComplete(next)) onChange(next);
  };
  const { questions } = preview;

  return (
    <Box component="section" aria-label={label('title')}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {label('title')}
      </Typography>
      {(questions.length > 0 || !isComplete(edited)) && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {[...new Set([...questions, ...(isComplete(edited) ? [] : (['incomplete'] as const))])]
            .map((question) => label(`questions.${question}`))
            .join(' ')}
        </Alert>
      )}
      <DraftRows aria-label={label('title')}>
        {columns.map(({ index, name, samples }) => {
          const columnName = name || translate('admin.reconcile.mapping.unnamed', { number: index + 1 });
          return (
            <li key={index}>
              <div data-text>
                <b>{columnName}</b>
                <div>{samples.join(' · ')}</div>
              </div>
              <TextField
                select
                size="small"
                id={`column-${index}`}
                value={roleOf(edited, index)}
                onChange={(event) => change(withRole(edited, index, event.target.value))}
                sx={{ minWidth: 168 }}
                slotProps={{
                  select: {
                    displayEmpty: true,
                    SelectDisplayProps: {
                      'aria-label': translate('admin.reconcile.mapping.readColumn', { name: columnName }),
                    },
                  },
                }}
              >
                <MenuItem value="">{label('roles.none')}</MenuItem>
                {roles.map((role) => (
                  <MenuItem key={role} value={role}>
                    {label(`roles.${role}`)}
                  </MenuItem>
                ))}
              </TextField>
            </li>
          );
        })}
      </DraftRows>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
        <TextField
          select
          size="small"
          id="date-order"
          label={label('dateOrder')}
          value={edited.dateOrder ?? ''}
          onChange={(event) =>
            change({ ...edited, dateOrder: event.target.value as NonNullable<CsvMapping['dateOrder']> })
          }
          error={questions.includes('dateOrder')}
          sx={{ minWidth: 240 }}
        >
          {dateOrders.map((order) => (
            <MenuItem key={order} value={order}>
              {label(`orders.${order}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          size="small"
          id="decimal-mark"
          label={label('decimal')}
          value={edited.decimal ?? ''}
          onChange={(event) =>
            change({ ...edited, decimal: event.target.value as NonNullable<CsvMapping['decimal']> })
          }
          error={questions.includes('decimal')}
          sx={{ minWidth: 200 }}
        >
          <MenuItem value=".">{label('point')}</MenuItem>
          <MenuItem value=",">{label('comma')}</MenuItem>
        </TextField>
      </Box>
    </Box>
  );
}
