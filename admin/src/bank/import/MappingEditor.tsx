import { Alert, Box } from '@mui/material';
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
import { SelectField } from '../../ui/lists/FilterBar.js';

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
          key: column.index,
          name: nameOf(column),
          detail: column.samples.join(' · '),
          control: (
            <SelectField
              id={`column-${column.index}`}
              value={roleOf(mapping, column.index)}
              choices={[
                { id: '', name: label(column.isBalance ? 'roles.balance' : 'roles.none') },
                ...columnRoles.map((id) => ({ id, name: label(`roles.${id}`) })),
              ]}
              onChange={(role) => setMapping(withRole(mapping, column.index, role as ColumnRole))}
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
            />
          ),
        }))}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
        <SelectField
          id="date-order"
          label={label('dateOrder')}
          value={mapping.dateOrder ?? ''}
          choices={dateOrders.map((id) => ({ id, name: label(`orders.${id}`) }))}
          onChange={(order) => setMapping({ ...mapping, dateOrder: order as DateOrder })}
          sx={{ minWidth: 240 }}
        />
        <SelectField
          id="decimal-mark"
          label={label('decimal')}
          value={mapping.decimal ?? ''}
          choices={[
            { id: '.', name: label('point') },
            { id: ',', name: label('comma') },
          ]}
          onChange={(mark) => setMapping({ ...mapping, decimal: mark as DecimalMark })}
          sx={{ minWidth: 200 }}
        />
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
