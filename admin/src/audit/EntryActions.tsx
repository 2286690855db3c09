import Box from '@mui/material/Box';
import { OnlyThisRecord } from './OnlyThisRecord.js';
import { WholeEntry } from './WholeEntry.js';

/** The buttons of one entry: side by side in a table, one below the other on a card. */
export const EntryActions = () => (
  <Box sx={{ display: 'inline-flex', '[data-actions] &': { flexDirection: 'column' } }}>
    <WholeEntry />
    <OnlyThisRecord />
  </Box>
);
