import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** A label and its value; a row without a value is left out. */
export type Detail = [label: string, value: ReactNode];

interface DetailsProps {
  rows: (Detail | '' | false | null | undefined)[];
  /** Puts the labels above their values, in a narrow panel. */
  stacked?: boolean;
}

/** Labelled rows. */
export const Details = ({ rows, stacked }: DetailsProps) => (
  <Rows data-stacked={stacked}>
    {rows.map(
      (row) =>
        row && (
          <div key={row[0]}>
            <dt>{row[0]}</dt>
            <dd>{row[1]}</dd>
          </div>
        ),
    )}
  </Rows>
);

const Rows = styled('dl')(({ theme }) => ({
  margin: 0,
  display: 'grid',
  gridTemplateColumns: 'fit-content(40%) 1fr',
  columnGap: 24,
  '& > div': {
    display: 'grid',
    gridColumn: '1 / -1',
    gridTemplateColumns: 'subgrid',
    padding: '8px 0',
    borderTop: `1px solid ${theme.palette.divider}`,
  },
  '& > div:first-of-type': { borderTop: 0 },
  '&[data-stacked]': { gridTemplateColumns: '1fr', dt: { fontSize: '0.875rem' } },
  dt: { color: theme.palette.text.secondary },
  dd: { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
}));
