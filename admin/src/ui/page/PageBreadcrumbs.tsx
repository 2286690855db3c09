import Breadcrumbs from '@mui/material/Breadcrumbs';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { TextLink } from '../common/TextLink.js';

/** One breadcrumb: its label and, except for the page itself, its path. */
export interface Crumb {
  label: string;
  to?: string;
}

/** The breadcrumbs from the dashboard to this page. */
export function PageBreadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const translate = useTranslate();
  return (
    <Breadcrumbs aria-label={translate('admin.shell.breadcrumb')}>
      {crumbs.map(({ label, to }) =>
        to ? (
          <TextLink key={to} to={to}>
            {label}
          </TextLink>
        ) : (
          <Typography
            key={label}
            aria-current="page"
            color="text.secondary"
            sx={{ overflowWrap: 'anywhere' }}
          >
            {label}
          </Typography>
        ),
      )}
    </Breadcrumbs>
  );
}
