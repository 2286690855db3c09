import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import { PageTitle } from './PageTitle.js';

/** Shown for an unknown address under /admin. */
export function NotFound() {
  const translate = useTranslate();
  return (
    <Stack spacing={2} sx={{ alignItems: 'center', textAlign: 'center', py: 10 }}>
      <Typography
        aria-hidden
        sx={{ fontSize: '4rem', fontWeight: 600, lineHeight: 1, color: 'text.secondary' }}
      >
        404
      </Typography>
      <PageTitle title={translate('admin.notFound.title')} />
      <Typography color="text.secondary">{translate('admin.notFound.text')}</Typography>
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'center' }}>
        <Button variant="outlined" href={pages.checkout}>
          {translate('admin.notFound.checkout')}
        </Button>
        <Button variant="contained" component={Link} to={pages.admin}>
          {translate('admin.notFound.admin')}
        </Button>
      </Stack>
    </Stack>
  );
}
