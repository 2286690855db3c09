import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { keyframes, styled } from '@mui/material/styles';
import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { listPage } from '#domain/adminPages';
import { errorMessage, HttpError } from '../../../../browser/http.js';
import { PageBreadcrumbs } from '../../ui/page/PageHeader.js';
import { useResourceGroups } from '../../ui/page/resource.js';

/**
 * True for a query whose old data is on the screen and whose refresh failed. A record that was deleted, and a failed
 * further page of an audit trail, are reported in their own place.
 */
const hasFailed = (query: Query): boolean =>
  query.isActive() &&
  query.state.data !== undefined &&
  query.state.error !== null &&
  !(query.state.error instanceof HttpError && query.state.error.status === 404) &&
  !query.state.fetchMeta?.fetchMore;

/** Says at the top of the page that its data could not be refreshed, why, and offers to try again. */
function RefreshNotice() {
  const translate = useTranslate();
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const message = useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    () => {
      const [failed] = cache.findAll({ predicate: hasFailed });
      return failed && errorMessage(failed.state.error, translate('admin.refresh.reason'));
    },
  );
  if (message === undefined) return null;
  return (
    <Alert
      severity="warning"
      sx={{ position: 'sticky', top: { xs: 64, sm: 72 }, zIndex: 'appBar', mb: 2, boxShadow: 2 }}
      action={
        <Button color="inherit" onClick={() => void client.refetchQueries({ predicate: hasFailed })}>
          {translate('admin.refresh.retry')}
        </Button>
      }
    >
      {translate('admin.refresh.failed', { message })}
    </Alert>
  );
}

const appear = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } });

/** Selects the TopToolbar of a view behind the title. */
const actions = (view: string) => `~ ${view} > .MuiToolbar-root`;

const Root = styled('div')(({ theme }) => ({
  position: 'relative',
  '& > .page-heading': {
    marginBottom: theme.spacing(2),
    '& > h1': { outline: 'none', overflowWrap: 'anywhere' },
    // Beside actions, the title is as high as they are; those of a list come after it.
    [`&:has(~ .list-page), &:has(${actions(':is(.show-page, .edit-page)')})`]: {
      minHeight: 44,
      paddingTop: 5,
      paddingRight: 104,
    },
    [theme.breakpoints.up('sm')]: {
      marginBottom: theme.spacing(3),
      '&:has(~ .list-page)': { paddingRight: 280 },
      [`&:has(${actions(':is(.show-page, .edit-page)')})`]: { paddingRight: 120 },
    },
  },
  // A banner that is still unknown does not push content down within this time.
  '& > [data-may-appear] ~ *': { animation: `${appear} 0s 1s both` },
}));

/**
 * The place of a page below that notice, of react-admin's title, which is its heading, with the breadcrumbs above it or the subtitle of a
 * list below it, and of a view's actions at its end: the theme puts them there. The document's title follows the heading,
 * which takes the focus when the page is opened from within the back-office, as PageTitle does.
 */
export function Page({ children }: { children?: ReactNode }) {
  const translate = useTranslate();
  const { pathname, key } = useLocation();
  const resources = useResourceGroups().flat();
  const list = resources.find(({ name }) => pathname === listPage(name));
  const section = resources.find(({ name }) => pathname.startsWith(`${listPage(name)}/`));
  const subtitle = list && translate(`resources.${list.name}.subtitle`, { _: '' });
  const [title, setTitle] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const arrivedAt = useRef('');

  useEffect(() => {
    // At once, so that nothing moves once it is painted.
    const observer = new MutationObserver(() =>
      flushSync(() => setTitle(heading.current?.textContent ?? '')),
    );
    observer.observe(heading.current!, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!heading.current?.textContent || arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    // The first location of a document has this key: the focus stays where the browser puts it.
    if (key !== 'default') heading.current.focus({ preventScroll: true });
  }, [pathname, key, title]);

  return (
    <>
      <RefreshNotice />
      {title && section && (
        <Box sx={{ mb: 1 }}>
          <PageBreadcrumbs under={section.name} title={title} />
        </Box>
      )}
      {/* Without a title it has no box yet, which the breadcrumbs would move. */}
      <Root data-page style={title ? undefined : { display: 'contents' }}>
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
        {children}
      </Root>
    </>
  );
}
