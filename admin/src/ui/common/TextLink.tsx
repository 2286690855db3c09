import { Link as MuiLink, type LinkProps } from '@mui/material';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';

/** A link within the back-office that looks like text. Its click does not reach a clickable row around it. */
export const TextLink = ({ to, ...props }: LinkProps & { to: string }) => (
  <MuiLink component={Link} to={to} onClick={(event: MouseEvent) => event.stopPropagation()} {...props} />
);
