import { Box, Chip } from '@mui/material';

/** Short facts, each a chip, in a line that wraps. */
export const ChipLine = ({ names, mt }: { names: readonly string[]; mt?: number }) => (
  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5, mt }}>
    {names.map((name) => (
      <Chip key={name} component="span" variant="outlined" label={name} />
    ))}
  </Box>
);
