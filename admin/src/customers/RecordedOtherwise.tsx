import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';

/** What the customer's record has in place of what was typed at the checkout. */
export function RecordedOtherwise({ value }: { value: string }) {
  const translate = useTranslate();
  return (
    <Typography variant="caption" component="span" color="text.secondary" sx={{ display: 'block' }}>
      {translate('resources.customers.show.recordedAs', { value })}
    </Typography>
  );
}
