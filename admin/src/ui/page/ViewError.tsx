import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { Alert, Box, Button } from '@mui/material';
import { useContext } from 'react';
import { EditContext, ListContext, ShowContext, Title, useResourceContext } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { defaultErrorMessage } from '../../data/apiErrors.js';
import { errorMessage, isMissing, isRefused } from '#browser/http';
import { useBack } from './seenList.js';
import { useTranslate } from '../i18n/useTranslate.js';

/** The error of react-admin's List, Show or Edit, in place of what could not be loaded; the theme gives it to them. */
export function ViewError() {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const back = useBack();
  const { pathname } = useLocation();
  const list = useContext(ListContext);
  const show = useContext(ShowContext);
  const edit = useContext(EditContext);
  const record = show ?? edit;
  const { error, refetch } = record ?? list ?? {};
  // Filters or an order of the address that the list does not have, or no longer has.
  const isRefusedList = !record && isRefused(error);
  return (
    <Box sx={{ p: list ? 2 : 0, '.MuiCard-root > &': { p: 2 } }}>
      {/* A page that could not be loaded has no title of its own. */}
      {show && !show.record && <Title title={translate(`resources.${resource}.name`, { smart_count: 1 })} />}
      <Alert severity="error" sx={{ mb: 2 }}>
        {errorMessage(error, defaultErrorMessage(resource, show ? 'details' : edit ? 'one' : 'list'))}
      </Alert>
      <Box sx={{ display: 'flex', gap: 1 }}>
        {record && (
          <Button variant="contained" component={Link} to={back.to} startIcon={<ArrowBackIcon />}>
            {back.label}
          </Button>
        )}
        {isRefusedList && (
          <Button variant="outlined" component={Link} to={pathname}>
            {translate('admin.list.whole')}
          </Button>
        )}
        {!isMissing(error) && !isRefusedList && (
          <Button variant="outlined" onClick={() => void refetch?.()}>
            {translate('admin.error.retry')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
