import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router';

/** Leads back to the list. */
export const BackButton = ({ label, to }: { label: string; to: string }) => (
  <IconButton component={Link} to={to} edge="start" aria-label={label} title={label}>
    <ArrowBackIcon />
  </IconButton>
);
