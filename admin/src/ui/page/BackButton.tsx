import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router';
import { useBack } from './useBack.js';

/** Leads back to the list. */
export function BackButton() {
  const { label, to } = useBack();
  return (
    <IconButton component={Link} to={to} edge="start" aria-label={label} title={label}>
      <ArrowBackIcon />
    </IconButton>
  );
}
