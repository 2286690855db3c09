import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import {
  type Identifier,
  type RaRecord,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { formatCount } from '#domain/numbers';
import { useNeighbours } from './useNeighbours.js';

/** Links to the previous and the next record of the list that was open last. Reserves its space while it loads. */
export function NeighbourButtons({ path }: { path: (id: Identifier) => string }) {
  const translate = useTranslate();
  const record = useRecordContext<RaRecord<string>>();
  const { previous, next, place, total } = useNeighbours(useResourceContext() ?? '', record?.id ?? '');
  const button = (to: typeof next, name: 'previous' | 'next', icon: typeof NextIcon) => {
    const Icon = icon;
    const label = translate(`admin.neighbours.${name}`);
    return to ? (
      <IconButton
        component={Link}
        to={path(to.id)}
        state={{ page: to.page }}
        aria-label={label}
        title={label}
        size="small"
      >
        <Icon />
      </IconButton>
    ) : (
      <IconButton disabled aria-label={label} size="small">
        <Icon />
      </IconButton>
    );
  };
  return (
    <Box
      component="nav"
      aria-label={translate('admin.neighbours.title')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        minHeight: { xs: 44, md: 34 },
        visibility: previous || next ? undefined : 'hidden',
      }}
    >
      {button(previous, 'previous', PreviousIcon)}
      <Typography
        variant="body2"
        color="text.secondary"
        sx={{ minWidth: '5.5rem', textAlign: 'center', fontVariantNumeric: 'tabular-nums' }}
      >
        {place !== undefined &&
          total !== undefined &&
          translate('admin.neighbours.place', {
            place: formatCount(place),
            total,
          })}
      </Typography>
      {button(next, 'next', NextIcon)}
    </Box>
  );
}
