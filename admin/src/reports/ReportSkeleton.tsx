import Grid from '@mui/material/Grid';
import Skeleton from '@mui/material/Skeleton';

/** The outline of the figures while they load. */
export const ReportSkeleton = () => (
  <Grid container spacing={3} aria-busy="true">
    <Grid size={{ xs: 12, lg: 5 }}>
      <Skeleton variant="rounded" height={340} />
    </Grid>
    <Grid size={{ xs: 12, lg: 7 }}>
      <Skeleton variant="rounded" height={340} />
    </Grid>
    {[1, 2, 3].map((table) => (
      <Grid key={table} size={{ xs: 12, md: 6, lg: 4 }}>
        <Skeleton variant="rounded" height={280} />
      </Grid>
    ))}
  </Grid>
);
