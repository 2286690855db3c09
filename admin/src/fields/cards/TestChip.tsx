import Chip from '@mui/material/Chip';
import { useTranslate } from 'react-admin';

/** Marks what came from the provider's test mode: no money, and counted in no figure. */
export function TestChip() {
  const translate = useTranslate();
  return (
    <Chip
      component="span"
      variant="outlined"
      label={translate('admin.testMode.name')}
      title={translate('admin.testMode.hint')}
    />
  );
}
