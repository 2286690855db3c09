import { styled } from '@mui/material';

/**
 * Sections below each other. Those below a section that still loads for the first time (`aria-busy`, also of an open tab) are hidden: the
 * height of that section is not known, and content that is being read must not move.
 */
export const SectionColumn = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(3),
  '& > :is([aria-busy="true"], :has([role="tabpanel"] [aria-busy="true"])) ~ *': { visibility: 'hidden' },
}));

/** Two such columns beside each other on wide screens, one below the other elsewhere. */
export const SectionColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  [theme.breakpoints.up('lg')]: {
    gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 7fr)',
    // For a first column of short facts.
    '&[data-narrow]': { gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 17fr)' },
  },
  [theme.breakpoints.down('lg')]: {
    '& > :has(> [aria-busy="true"]) ~ *': { visibility: 'hidden' },
  },
}));
