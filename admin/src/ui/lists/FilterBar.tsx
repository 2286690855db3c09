import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

/** The search and filters above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  return (
    <Box
      role="search"
      aria-label={translate('admin.list.search')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: { xs: 1, sm: 2 },
        px: 2,
        // A label stands on the upper edge of its field.
        pt: { xs: 1.5, sm: 2 },
        pb: { xs: 1, sm: 2 },
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {children}
    </Box>
  );
}
