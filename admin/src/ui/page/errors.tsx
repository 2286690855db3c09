import { Button, Stack } from '@mui/material';
import {
  AccessDenied as RaAccessDenied,
  DefaultTitleContextProvider,
  NotFound as RaNotFound,
  Title,
} from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/platform/pages';
import { useTranslate } from '../i18n/useTranslate.js';

/** react-admin's NotFound, whose heading is that of the page, with the specified links in place of Back. */
export function NotFound() {
  const translate = useTranslate();
  return (
    <DefaultTitleContextProvider value={translate('ra.page.not_found')}>
      <RaNotFound sx={{ '& h1, & .RaNotFound-toolbar': { display: 'none' } }} />
      <Stack direction="row" useFlexGap spacing={1.5} sx={{ flexWrap: 'wrap', justifyContent: 'center' }}>
        <Button variant="outlined" href={pages.checkout}>
          {translate('admin.notFound.checkout')}
        </Button>
        <Button variant="contained" component={Link} to={pages.admin}>
          {translate('admin.notFound.admin')}
        </Button>
      </Stack>
    </DefaultTitleContextProvider>
  );
}

/** react-admin's AccessDenied as a page, whose title says it, with a way back: to the dashboard, unless it is stated. */
export function AccessDenied({ back = pages.admin }: { back?: string }) {
  const translate = useTranslate();
  return (
    <Stack sx={{ alignItems: 'center' }}>
      <Title title="ra.page.access_denied" />
      <RaAccessDenied textPrimary="" />
      <Button variant="contained" component={Link} to={back}>
        {translate('admin.denied.back')}
      </Button>
    </Stack>
  );
}
