import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { messages } from '#domain/messages';
import { pages } from '#domain/pages';
import { PageTitle } from './PageTitle.js';

interface AccessDeniedProps {
  /** The page that the user may open instead: the dashboard, unless it is stated. */
  back?: string;
}

/** Shown in place of a page that the role of the user has no access to. */
export function AccessDenied({ back = pages.admin }: AccessDeniedProps) {
  const translate = useTranslate();
  return (
    <Stack spacing={2} sx={{ alignItems: 'center', textAlign: 'center', py: 10 }}>
      <PageTitle title={messages.forbidden} />
      <Typography color="text.secondary">{translate('admin.denied.text')}</Typography>
      <Button variant="contained" component={Link} to={back}>
        {translate('admin.denied.back')}
      </Button>
    </Stack>
  );
}
