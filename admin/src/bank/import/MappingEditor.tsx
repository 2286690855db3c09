import { Alert, Box, MenuItem, TextField } from '@mui/material';
import type { Ref } from 'react';
import {
  type CsvColumn,
  type CsvMapping,
  type DateOrder,
  dateOrders,
  type DecimalMark,
} from '#bank-files/contract';
import type { StatementDraftRecord } from '../../data/records.js';
import { type ColumnRole, columnRoles, roleOf, withRole } from './columnMapping.js';
import { FileRows } from './DraftRows.js';
import type { DraftActions } from './useDraftActions.js';
import { useTranslate, useTexts } from '../../ui/i18n/useTranslate.js';

interface MappingEditorProps {
  ref: Ref<HTMLElement>;
  draft: StatementDraftRecord;
  mapping: CsvMapping;
  actions: DraftActions;
}

/** Editor of a file's column mapping, with sample values; the server reads the file again after every change. */
export function MappingEditor({ ref, draft, mapping, actions }: MappingEditorProps) {
  const label = useTexts('resources.reconcile.mapping');
  const nameOf = useColumnName();
  const { isComplete, setMapping } = actions;
  const { columns } = draft;

  return (
    <Box ref={ref} component="section" aria-label={label('title')} sx={{ scrollMarginTop: 80 }}>
      {!isComplete && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {label('incomplete')}
        </Alert>
      )}
      <FileRows
        label={label('title')}
        items={columns.map((column) => ({
          ...{ key: column.index, name: nameOf(column), detail: column.samples.join(' · ') },
          control: (
            <TextField
              select
              size="small"
              id={`column-${column.index}`}
              value={roleOf(mapping, column.index)}
              onChange={(event) =>
                setMapping(withRole(mapping, column.index, event.target.value as ColumnRole))
              }
              sx={{ minWidth: 168 }}
              slotProps={{
                select: {
                  displayEmpty: true,
                  SelectDisplayProps: {
                    'aria-label': label('readColumn', {
                      name: nameOf(column),
                    }),
                  },
                },
              }}
            >
              <MenuItem value="">{label(column.isBalance ? 'roles.balance' : 'roles.none')}</MenuItem>
              {columnRoles.map((role) => (
                <MenuItem key={role} value={role}>
                  {label(`roles.${role}`)}
                </MenuItem>
              ))}
            </TextField>
          ),
        }))}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
        <TextField
          select
          size="small"
          id="date-order"
          label={label('dateOrder')}
          value={mapping.dateOrder ?? ''}
          onChange={(event) => setMapping({ ...mapping, dateOrder: event.target.value as DateOrder })}
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
          value={mapping.decimal ?? ''}
          onChange={(event) => setMapping({ ...mapping, decimal: event.target.value as DecimalMark })}
          sx={{ minWidth: 200 }}
        >
          <MenuItem value=".">{label('point')}</MenuItem>
          <MenuItem value=",">{label('comma')}</MenuItem>
        </TextField>
      </Box>
    </Box>
  );
}

/** Returns a function that names a column: as the header does, else by its number. */
function useColumnName() {
  const translate = useTranslate();
  return ({ name, index }: CsvColumn): string =>
    name || translate('resources.reconcile.mapping.unnamed', { number: index + 1 });
}
