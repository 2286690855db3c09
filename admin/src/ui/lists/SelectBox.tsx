import { styled } from '@mui/material/styles';
import { useListContext, useRecordContext, type RaRecord, useTranslate } from 'react-admin';
import { useSelection } from './selection.js';

interface SelectRecordProps {
  /** Names a record to a screen reader. */
  nameOf: (record: RaRecord<string>) => string;
}

/** The checkbox of the record in context; renders nothing in a list without a selection. */
export function SelectRecord({ nameOf }: SelectRecordProps) {
  const translate = useTranslate();
  const selection = useSelection();
  const record = useRecordContext<RaRecord<string>>();
  if (!selection || !record) return null;
  return (
    <Box>
      <input
        type="checkbox"
        aria-label={translate('admin.list.select', { name: nameOf(record) })}
        checked={selection.isSelected(record.id)}
        onChange={(event) => selection.select([record], event.target.checked)}
      />
    </Box>
  );
}

/** Selects every record of the page; indeterminate if some are selected. */
export function SelectPage() {
  const translate = useTranslate();
  const selection = useSelection();
  const { data = [] } = useListContext<RaRecord<string>>();
  if (!selection) return null;
  const count = data.filter(({ id }) => selection.isSelected(id)).length;
  const isWhole = count > 0 && count === data.length;
  return (
    <Box>
      <input
        type="checkbox"
        aria-label={translate('admin.list.selectPage')}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isWhole;
        }}
        checked={isWhole}
        disabled={!data.length}
        onChange={(event) => selection.select(data, event.target.checked)}
      />
    </Box>
  );
}

// A native checkbox: fifty of MUI's are slow to render.
const Box = styled('label')(({ theme }) => ({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 36,
  height: 36,
  margin: '-10px 4px -10px -10px',
  verticalAlign: 'middle',
  cursor: 'pointer',
  [theme.breakpoints.down('md')]: { width: 44, height: 44 },
  input: {
    width: 18,
    height: 18,
    margin: 0,
    cursor: 'inherit',
    accentColor: theme.palette.primary.main,
    '&:focus-visible': { outline: `3px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  },
}));
