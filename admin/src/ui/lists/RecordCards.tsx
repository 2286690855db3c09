import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { RecordContextProvider, useListContext, type RaRecord } from 'react-admin';
import { visuallyHidden } from '../common/visuallyHidden.js';
import { type Column, type RecordListProps } from './column.js';
import { SelectRecord } from './SelectRecord.js';
import { useRowClick } from './useRowClick.js';
import { RecordFields } from './RecordFields.js';

/** The records as cards of three lines. */
export function RecordCards({ columns, actions, path, nameOf }: RecordListProps) {
  const { data, isPending } = useListContext<RaRecord<string>>();
  const openRow = useRowClick();
  const at = (place: Column['card']) => columns.filter(({ card }) => card === place);

  if (isPending)
    return Array.from({ length: 6 }, (_, card) => (
      <Box key={card} sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
        <Skeleton width="60%" height={28} />
        <Skeleton width="75%" />
        <Skeleton width="50%" />
      </Box>
    ));
  return (
    <Cards>
      {data?.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          <li data-clickable={path && true} onClick={(event) => openRow(event, path?.(record.id))}>
            <div data-text>
              <div data-row>
                <RecordFields columns={at('title')} place="title" />
                <RecordFields columns={at('status')} place="status" />
              </div>
              <div data-row>
                <RecordFields columns={at('main')} place="main" />
                <RecordFields columns={at('end')} place="end" />
              </div>
              <div data-row>
                {/* In reverse: the day, which is short, comes before fields that may be cut. */}
                <RecordFields columns={at('meta').reverse()} place="meta" />
                <div data-caption>
                  {columns.map(({ label, caption }) => caption && <span key={label}>{caption}</span>)}
                </div>
              </div>
            </div>
            {(nameOf || actions) && (
              <div data-actions>
                {nameOf && <SelectRecord nameOf={nameOf} />}
                {actions}
              </div>
            )}
          </li>
        </RecordContextProvider>
      ))}
    </Cards>
  );
}

const Cards = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  li: {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 88,
    padding: '8px 16px',
    '&:has([data-actions])': { padding: '4px 4px 4px 16px' },
    borderBottom: `1px solid ${theme.palette.divider}`,
    fontVariantNumeric: 'tabular-nums',
    '&[data-clickable]': { cursor: 'pointer' },
  },
  // For screen readers only: the position of a field on the card shows its meaning.
  '[data-label]': visuallyHidden,
  '[data-text]': { flex: 1, minWidth: 0, fontSize: '0.875rem' },
  '[data-row]': { display: 'flex', justifyContent: 'space-between', gap: 8, minHeight: 22 },
  '[data-place="title"], [data-place="main"], [data-place="meta"]': { flex: 1, minWidth: 0 },
  // A reference is read out on the phone: it wraps and is never cut.
  '[data-place="title"]': { fontWeight: 600, fontSize: '0.77rem', lineHeight: 1.7 },
  '[data-place="title"] > div': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  '[data-place="status"], [data-place="end"], [data-caption]': { textAlign: 'right', flexShrink: 0 },
  // The narrowest phones wrap a caption.
  '@media (max-width: 359px)': { '[data-place="end"]': { maxWidth: '6.5rem' } },
  '[data-place="meta"]': { fontSize: '0.8125rem', color: theme.palette.text.secondary },
  '[data-place="meta"] [data-field] + [data-field]::before': { content: '" · "' },
  '[data-actions]': { display: 'flex', flexDirection: 'column' },
}));
