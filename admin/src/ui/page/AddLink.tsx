import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Link } from 'react-router';

interface AddLinkProps {
  to: string;
  label: string;
}

/** The link to the form of a new record; on a phone a plus, which stands beside the title. */
export function AddLink({ to, label }: AddLinkProps) {
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  if (isPhone)
    return (
      <Button
        variant="contained"
        component={Link}
        to={to}
        aria-label={label}
        title={label}
        sx={{ minWidth: 44, px: 1 }}
      >
        <AddIcon />
      </Button>
    );
  return (
    <Button variant="contained" component={Link} to={to} startIcon={<AddIcon />}>
      {label}
    </Button>
  );
}
