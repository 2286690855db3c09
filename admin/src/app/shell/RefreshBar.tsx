import { keyframes, styled } from '@mui/material/styles';
import { useIsFetching } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });
// Moves by a transform: MUI's own bar moves by `left`, which causes a layout with every frame.
const slide = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } });

/** A line under the header while the page's queries are refetched; delayed, so that quick responses do not show it. */
export function RefreshBar() {
  const translate = useTranslate();
  const refreshing = useIsFetching({ predicate: ({ state }) => state.data !== undefined }) > 0;
  if (!refreshing) return null;
  return <Line role="progressbar" aria-label={translate('admin.refresh.running')} />;
}

const Line = styled('div')(({ theme }) => ({
  position: 'absolute',
  insetInline: 0,
  top: '100%',
  height: 3,
  overflow: 'hidden',
  animation: `${appear} 150ms 250ms both`,
  '&::before': {
    content: '""',
    display: 'block',
    width: '40%',
    height: '100%',
    background: theme.palette.secondary.main,
    animation: `${slide} 1.4s infinite linear`,
  },
}));
