import { Box, Skeleton } from '@mui/material';
import { useTranslate } from '../i18n/useTranslate.js';

/** The outline of a page while its chunk loads; react-admin's Loading is empty for a second, and then a circle. */
export function PageSkeleton() {
  const translate = useTranslate();
  return (
    <Box aria-busy="true" aria-label={translate('ra.page.loading')} role="status">
      <Skeleton variant="text" sx={{ fontSize: '1.75rem', width: 240, maxWidth: '70%' }} />
      <Skeleton variant="text" sx={{ width: 360, maxWidth: '90%', mb: 3 }} />
      <Skeleton variant="rounded" height={320} />
    </Box>
  );
}
