import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { PageTitle } from './PageTitle.js';

/**
 * In place of a page that could not be shown: its part of the program did not load, or it failed. Loading the
 * document again is the way out of both.
 */
export function ErrorScreen() {
  const translate = useTranslate();
  return (
    <>
      <PageTitle title={translate('admin.error.title')} />
      <Alert
        severity="error"
        sx={{ mt: 2 }}
        action={
          <Button color="inherit" onClick={() => location.reload()}>
            {translate('admin.error.reload')}
          </Button>
        }
      >
        {translate('admin.error.text')}
      </Alert>
    </>
  );
}
