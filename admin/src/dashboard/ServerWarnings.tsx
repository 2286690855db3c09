import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import type { dataProvider } from '../data/dataProvider.js';

/** Says which settings of the server an operator should correct. */
export function ServerWarnings() {
  const translate = useTranslate();
  const { getWarnings } = useDataProvider<typeof dataProvider>();
  const { data } = useQuery({
    queryKey: ['warnings'],
    queryFn: ({ signal }) => getWarnings(signal),
  });
  // Nothing while it loads: a server without warnings, as nearly all are, moves nothing.
  return data?.warnings.map((warning) => (
    <Alert key={warning} severity="warning">
      {translate(`admin.dashboard.warnings.${warning}`, data.timeZone)}
    </Alert>
  ));
}
