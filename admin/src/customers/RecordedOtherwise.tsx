import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';

/** The value of the customer's record, below the different one that the visitor typed at the checkout. */
export function RecordedOtherwise({ value }: { value: string }) {
  const translate = useTranslate();
  return (
    <Typography variant="caption" component="span" color="text.secondary" sx={{ display: 'block' }}>
      {translate('resources.customers.show.recordedAs', { value })}
    </Typography>
  );
}
