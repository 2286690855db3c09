import Button from '@mui/material/Button';
import { SaveButton, Toolbar, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Link } from 'react-router';

/**
 * react-admin's Toolbar with Cancel, which leads to a page or closes a dialog, and a Save that can always be pressed: it
 * says what is missing.
 */
export function FormToolbar({ cancel }: { cancel: string | (() => void) }) {
  const translate = useTranslate();
  const { isSubmitting } = useFormState();
  const where = typeof cancel === 'string' ? { component: Link, to: cancel } : { onClick: cancel };
  return (
    <Toolbar
      sx={{
        justifyContent: 'flex-end',
        gap: 1.5,
        // The colour of what is behind it: the page, or a dialog.
        '&&': { px: 0, bgcolor: typeof cancel === 'string' ? 'background.default' : 'background.paper' },
      }}
    >
      <Button variant="outlined" {...where}>
        {translate('admin.form.cancel')}
      </Button>
      <SaveButton alwaysEnable icon={false} label="admin.form.save" loading={isSubmitting} />
    </Toolbar>
  );
}
