import LinearProgress from '@mui/material/LinearProgress';
import { keyframes } from '@mui/material/styles';
import { useIsFetching } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** A line under the header while what the page shows is asked for again. Quick answers come before it is seen. */
export function RefreshBar() {
  const translate = useTranslate();
  const refreshing = useIsFetching({ predicate: ({ state }) => state.data !== undefined }) > 0;
  if (!refreshing) return null;
  return (
    <LinearProgress
      aria-label={translate('admin.refresh.running')}
      color="secondary"
      sx={{
        position: 'absolute',
        insetInline: 0,
        top: '100%',
        height: 3,
        animation: `${appear} 150ms 250ms both`,
      }}
    />
  );
}
