import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';

/** The first stop of the Tab key: skips header and drawer. */
export function SkipLink() {
  const translate = useTranslate();
  return <Anchor href="#main">{translate('admin.shell.skip')}</Anchor>;
}

const Anchor = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: -100,
  left: 16,
  zIndex: theme.zIndex.tooltip,
  padding: '12px 20px',
  borderRadius: 8,
  background: theme.palette.background.paper,
  color: theme.palette.primary.dark,
  boxShadow: theme.shadows[8],
  '&:focus': { top: 10 },
}));
