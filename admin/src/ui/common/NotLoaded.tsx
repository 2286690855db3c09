import { Box, Skeleton } from '@mui/material';
import { ErrorAlert } from './ErrorAlert.js';

interface NotLoadedProps {
  error: unknown;
  /** Shown where the error has no message of its own. */
  fallback: string;
  refetch: () => unknown;
  /** The outline's height, in pixels: that of the data, so that nothing moves when they come. */
  height: number;
  /** In a section whose content reaches its edges. */
  isFlush?: boolean;
}

/** Stands where data will be: their outline while they load, or why they did not, with a button to try again. */
export const NotLoaded = ({ error, fallback, refetch, height, isFlush }: NotLoadedProps) => (
  <Box sx={isFlush ? { px: 2, pb: 2 } : undefined}>
    {error ? (
      <ErrorAlert error={error} fallback={fallback} refetch={refetch} />
    ) : (
      <Skeleton variant="rounded" height={height} />
    )}
  </Box>
);
