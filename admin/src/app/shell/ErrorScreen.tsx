import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { PageTitle } from '../../ui/page/PageTitle.js';

/** Shown when a page failed to render or its chunk did not load. Reloading the document recovers from both. */
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
