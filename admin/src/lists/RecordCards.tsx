import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { RecordContextProvider, useListContext, useTranslate, type RaRecord } from 'react-admin';
import type { RecordListProps } from './RecordList.js';
import { useRowClick } from './useRowClick.js';

/** The records as cards: the first field is the title, the others are lines with their heading. */
export function RecordCards({ columns: [title, ...columns], actions, path }: RecordListProps) {
  const translate = useTranslate();
  const { data, isPending } = useListContext<RaRecord<string>>();
  const openRow = useRowClick();

  if (isPending)
    return Array.from({ length: 4 }, (_, card) => (
      <Box key={card} sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
        <Skeleton width="60%" height={28} />
        <Skeleton width="85%" />
        <Skeleton width="75%" />
        <Skeleton width="80%" />
      </Box>
    ));
  return (
    <Cards>
      {data?.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          <li data-clickable={path && true} onClick={(event) => openRow(event, path?.(record.id))}>
            <Box sx={{ fontWeight: 600, minHeight: 44, display: 'flex', alignItems: 'center' }}>
              {title?.field}
            </Box>
            <dl>
              {columns.map(({ label, field }) => (
                <div key={label}>
                  <dt>{translate(label)}</dt>
                  <dd>{field}</dd>
                </div>
              ))}
            </dl>
            {actions && <Box sx={{ display: 'flex', justifyContent: 'flex-end', mr: -1 }}>{actions}</Box>}
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
    padding: '8px 16px',
    borderBottom: `1px solid ${theme.palette.divider}`,
    '&[data-clickable]': { cursor: 'pointer' },
    overflowWrap: 'anywhere',
  },
  dl: { margin: 0, fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' },
  'dl > div': { display: 'flex', justifyContent: 'space-between', gap: 16, padding: '4px 0' },
  dt: { color: theme.palette.text.secondary, flexShrink: 0 },
  dd: { margin: 0, textAlign: 'right' },
}));
