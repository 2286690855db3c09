import Breadcrumbs from '@mui/material/Breadcrumbs';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { pages } from '#domain/pages';
import { listPage } from '#domain/adminPages';
import type { SectionName } from '#domain/resources';
import { TextLink } from '../common/TextLink.js';

/** The breadcrumbs from the dashboard over a resource to this page. */
export function PageBreadcrumbs({ under, title }: { under: SectionName; title: string }) {
  const translate = useTranslate();
  return (
    <Breadcrumbs aria-label={translate('admin.shell.breadcrumb')}>
      <TextLink to={pages.admin}>{translate('admin.shell.dashboard')}</TextLink>
      <TextLink to={listPage(under)}>{translate(`resources.${under}.title`)}</TextLink>
      <Typography aria-current="page" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
    </Breadcrumbs>
  );
}
