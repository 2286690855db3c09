import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import type { dataProvider } from '../../data/dataProvider.js';

/** The copyright line: this year, and the company that the operator named. */
export function Footer() {
  const translate = useTranslate();
  const { getCheckoutOptions: checkoutOptions } = useDataProvider<typeof dataProvider>();
  const { data, isPending } = useQuery({
    queryKey: ['checkoutOptions'],
    queryFn: checkoutOptions,
    staleTime: Infinity,
    refetchOnMount: true,
  });

  return (
    <Box
      component="footer"
      // Hidden until the name is loaded: the centred line would move.
      sx={{
        px: 3,
        py: 2,
        minHeight: 56,
        textAlign: 'center',
        visibility: isPending ? 'hidden' : undefined,
        // Hidden while the page above loads and grows.
        'main:has(> * > [aria-busy="true"], section[aria-busy="true"], .MuiSkeleton-root) + &': {
          visibility: 'hidden',
        },
      }}
    >
      <Typography variant="body2" color="text.secondary">
        {translate('admin.shell.copyright', {
          // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
          year: new Date().getFullYear(),
          company: data?.companyName ?? '',
        })}
      </Typography>
    </Box>
  );
}
