import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { listPage } from '#domain/adminPages';
import { PageBreadcrumbs } from '../../ui/page/PageBreadcrumbs.js';
import { useResourceGroups } from '../../ui/page/resource.js';

interface PageHeadingProps {
  /** The text that the heading has. */
  title: string;
  onTitle: (title: string) => void;
}

/**
 * The heading of a page whose title react-admin's Title brings here, and the subtitle of a list. The document's title follows it, and it takes the
 * focus when the page is opened from within the back-office, as PageTitle does.
 */
export function PageHeading({ title, onTitle }: PageHeadingProps) {
  const translate = useTranslate();
  const { pathname, key } = useLocation();
  const list = useResourceGroups()
    .flat()
    .find(({ name }) => pathname === listPage(name));
  const subtitle = list && translate(`resources.${list.name}.subtitle`, { _: '' });
  const heading = useRef<HTMLHeadingElement>(null);
  const arrivedAt = useRef('');

  useEffect(() => {
    // At once, so that nothing moves once it is painted.
    const observer = new MutationObserver(() => flushSync(() => onTitle(heading.current?.textContent ?? '')));
    observer.observe(heading.current!, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [onTitle]);

  useEffect(() => {
    if (!heading.current?.textContent || arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    // The first location of a document has this key: the focus stays where the browser puts it.
    if (key !== 'default') heading.current.focus({ preventScroll: true });
  }, [pathname, key, title]);

  return (
    <div className="page-heading" hidden={!title}>
      {title && <title>{`${title} - ${translate('admin.shell.title')}`}</title>}
      <Typography
        ref={heading}
        component="h1"
        variant="h1"
        id="react-admin-title"
        tabIndex={-1}
        hidden={!title}
      />
      {title && subtitle && (
        // On a phone, the list begins higher without it.
        <Typography color="text.secondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
          {subtitle}
        </Typography>
      )}
    </div>
  );
}

/** The breadcrumbs above such a heading, of a page below a list. */
export function PageTrail({ title }: { title: string }) {
  const { pathname } = useLocation();
  const section = useResourceGroups()
    .flat()
    .find(({ name }) => pathname.startsWith(`${listPage(name)}/`));
  if (!title || !section) return null;
  return (
    <Box sx={{ mb: 1 }}>
      <PageBreadcrumbs under={section.name} title={title} />
    </Box>
  );
}
