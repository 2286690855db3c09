import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { listPage } from '#domain/adminPages';
import { pages } from '#domain/pages';
import type { SectionName } from '#domain/resources';
import { TextLink } from '../common/TextLink.js';
import { PageTitle } from './PageTitle.js';

/** The breadcrumbs from the dashboard over a resource to this page. */
export function PageBreadcrumbs({ under, title }: { under: SectionName; title: string }) {
  const translate = useTranslate();
  return (
    <Breadcrumbs
      aria-label={translate('admin.shell.breadcrumb')}
      // The title of the page stands right below them.
      sx={{ '& li:nth-last-of-type(-n + 2)': { display: { xs: 'none', sm: 'flex' } } }}
    >
      <TextLink to={pages.admin}>{translate('admin.shell.dashboard')}</TextLink>
      <TextLink to={listPage(under)}>{translate(`resources.${under}.title`)}</TextLink>
      <Typography aria-current="page" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
    </Breadcrumbs>
  );
}

interface PageHeaderProps {
  title: string;
  subtitle?: string;
  /** True above a list: on a phone, the list begins higher without the subtitle. */
  isAboveList?: boolean;
  /** The resource that the page belongs to: the breadcrumbs lead to it and to the dashboard. */
  under?: SectionName;
  /** The page's actions. */
  children?: ReactNode;
}

/** The top of a page that is no view of react-admin's: breadcrumbs, title and actions. */
export const PageHeader = ({ title, subtitle, isAboveList, under, children }: PageHeaderProps) => (
  <Box component="header" sx={{ mb: { xs: 2, sm: 3 } }}>
    {under && (
      <Box sx={{ mb: 1 }}>
        <PageBreadcrumbs under={under} title={title} />
      </Box>
    )}
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Box sx={{ flex: { xs: '1 1 auto', sm: '1 1 16rem' }, minWidth: 0 }}>
        <PageTitle title={title} />
        {subtitle && (
          <Typography
            color="text.secondary"
            // On a phone the actions stand beside the title instead.
            sx={{ display: { xs: children || isAboveList ? 'none' : 'block', sm: 'block' } }}
          >
            {subtitle}
          </Typography>
        )}
      </Box>
      {children && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{children}</Box>}
    </Box>
  </Box>
);
