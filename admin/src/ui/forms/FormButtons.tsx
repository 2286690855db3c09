import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Link } from 'react-router';

/** Cancel and Save; Cancel leads to a page, or closes a dialog. */
export function FormButtons({ cancel }: { cancel: string | (() => void) }) {
  const translate = useTranslate();
  const { isSubmitting } = useFormState();
  return (
    <Stack
      direction="row"
      spacing={1.5}
      // Sticky, so that a long form need not be scrolled to save it.
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        justifyContent: 'flex-end',
        py: 1.5,
        // The colour of what is behind it: the page, or a dialog.
        bgcolor: typeof cancel === 'string' ? 'background.default' : 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {typeof cancel === 'string' ? (
        <Button variant="outlined" component={Link} to={cancel}>
          {translate('admin.form.cancel')}
        </Button>
      ) : (
        <Button variant="outlined" onClick={cancel}>
          {translate('admin.form.cancel')}
        </Button>
      )}
      <Button type="submit" variant="contained" loading={isSubmitting}>
        {translate('admin.form.save')}
      </Button>
    </Stack>
  );
}
