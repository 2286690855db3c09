import { Alert, Box, Breadcrumbs, Button, keyframes, styled, Typography } from '@mui/material';
import { notifyManager, type Query, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  DefaultTitleContextProvider,
  Error,
  type ErrorProps,
  Layout as RaLayout,
  useDataProvider,
} from 'react-admin';
import { flushSync } from 'react-dom';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { listPage } from '#domain/platform/admin-pages';
import { pages } from '#domain/platform/pages';
import type { SectionName } from '#domain/platform/resources';
import { errorMessage, isMissing } from '#browser/http';
import { AskForProof } from '../../auth/account/AskForProof.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { withTexts } from '../../ui/i18n/texts.js';
import { useRole } from '../../data/session/role.js';
import { useMustSetUp } from '../../data/session/setUp.js';
import { useFocusAfterWaiting } from '../../ui/common/useKeptFocus.js';
import { visuallyHidden } from '../../ui/common/visuallyHidden.js';
import { lazyPart } from '../../ui/common/lazyPart.js';
import { ExportsProvider } from '../../ui/exports/ExportsProvider.js';
import { Hint, TextLink } from '../../ui/common/fields.js';
import { wrappedChips } from '../../ui/common/wrappedChips.js';
import { subtitlePlace } from '../../ui/page/Subtitle.js';
import { DialogsProvider } from '../../ui/page/dialogs.js';
import { ResourcesContext, useResourceGroups } from '../../ui/page/resource.js';
import { useSeenListPath } from '../../ui/page/seenList.js';
import { NoticesProvider } from '../../ui/undo/Notices.js';
import { AppBar } from './AppBar.js';
import { ShellShortcuts } from './ShellShortcuts.js';
import { drawerWidth } from './shellTheme.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** True for a query that shows old data, as its refresh failed, and reports that nowhere else. */
const hasFailed = (query: Query): boolean =>
  query.isActive() &&
  query.state.data !== undefined &&
  query.state.error !== null &&
  !isMissing(query.state.error) &&
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

/** The breadcrumbs from the dashboard over a resource to this page. */
function PageBreadcrumbs({ under, title }: { under: SectionName; title: string }) {
  const translate = useTranslate();
  return (
    <Breadcrumbs
      className="page-breadcrumbs"
      aria-label={translate('admin.shell.breadcrumb')}
      // The title of the page stands right below them.
      sx={{
        mb: 1,
        '& li:nth-last-of-type(-n + 2)': { display: { xs: 'none', sm: 'flex' } },
        // A thumb finds a link on 44 px, in a line that is no higher for it.
        '& a': { display: 'inline-block', py: { xs: '11px', sm: 0 }, my: { xs: '-11px', sm: 0 } },
      }}
    >
      <TextLink to={pages.admin}>{translate('ra.page.dashboard')}</TextLink>
      <TextLink to={useSeenListPath(under)}>{translate(`resources.${under}.title`)}</TextLink>
      <Typography aria-current="page" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
    </Breadcrumbs>
  );
}

const appear = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } });

const Root = styled('div')(({ theme }) => ({
  position: 'relative',
  '& > .page-heading': {
    marginBottom: theme.spacing(2),
    // As high as the actions beside it, so that it is in one place on every page; those of a list come after it.
    minHeight: 44,
    paddingTop: 5,
    '& > h1': { outline: 'none', overflowWrap: 'anywhere' },
    '&:has(~ .list-page .RaList-actions > .MuiToolbar-root)': { paddingRight: 104 },
    [theme.breakpoints.up('sm')]: {
      marginBottom: theme.spacing(3),
      '&:has(~ .list-page .RaList-actions > .MuiToolbar-root)': { paddingRight: 280 },
    },
  },
  // Actions of a page that is no view stand beside its title, where there is room.
  '&:has(> .MuiToolbar-root)': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: theme.spacing(2),
    '& > *': { flex: '1 0 100%', minWidth: 0 },
    '& > .page-heading': { flex: '1 1 auto', [theme.breakpoints.up('sm')]: { flexBasis: '16rem' } },
    '& > .MuiToolbar-root': {
      position: 'static',
      flex: '0 1 auto',
      flexWrap: 'wrap',
      justifyContent: 'flex-start',
      marginBottom: theme.spacing(2),
      [theme.breakpoints.up('sm')]: { marginBottom: theme.spacing(3) },
    },
  },
  // The records that load above it for the first time would move it.
  '& > .list-page:has([data-pending]) ~ *': { visibility: 'hidden' },
  // That of a list which is not there.
  '&:has(.RaAccessDenied-message, .RaError-title) .page-subtitle': { display: 'none' },
  // On a phone, what stands below begins higher without them.
  [theme.breakpoints.down('sm')]: {
    '&:has(> :is(.list-page, .MuiToolbar-root)) .page-subtitle, &:has(> .list-page) > .page-breadcrumbs': {
      display: 'none',
    },
  },
  // The parts of a record's view are in the rows of the breadcrumbs and of the title, which may take several lines.
  '&:has(> :is(.show-page, .edit-page, .create-page))': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: theme.spacing(1.5),
    // On a phone, breadcrumbs and neighbours share one line.
    [theme.breakpoints.down('sm')]: { columnGap: theme.spacing(0.5) },
    '& > :is(.show-page, .edit-page, .create-page)': { display: 'contents' },
    '& > .page-breadcrumbs': {
      flex: '1 1 12rem',
      [theme.breakpoints.down('sm')]: {
        flexBasis: 'auto',
        fontSize: '0.875rem',
      },
    },
    '& .page-neighbours': { order: 1, marginBottom: theme.spacing(1) },
    '&::before': { content: '""', order: 2, flex: '1 0 100%' },
    '& .page-back': { order: 3 },
    '& .page-status': { display: 'flex', flexWrap: 'wrap', gap: 4, minWidth: 0, ...wrappedChips },
    // Leaves room for what stands behind and before it.
    '& > .page-heading': { order: 4, minHeight: 0, margin: 0, padding: 0 },
    '&:has(.show-page) > .page-heading': {
      // A reference has one line with its status and three buttons in a window of 1280 px.
      [theme.breakpoints.up('sm')]: { maxWidth: 'calc(100% - 5.5rem)', '& > h1': { fontSize: '1.5rem' } },
      [theme.breakpoints.down('sm')]: { '& > h1': { fontSize: '1.375rem' } },
    },
    '&:has(.page-back) > .page-heading': { maxWidth: 'calc(100% - 8.5rem)' },
    '& > * > *': { order: 5 },
    '& > * > .MuiToolbar-root': {
      position: 'static',
      order: 6,
      flexWrap: 'wrap',
      padding: '2px 0',
      [theme.breakpoints.up('sm')]: { marginLeft: 'auto' },
      [theme.breakpoints.down('sm')]: {
        flex: '1 0 100%',
        justifyContent: 'flex-start',
        paddingTop: 12,
        '& .MuiIconButton-root': {
          border: `1px solid ${theme.palette.divider}`,
          borderRadius: 8,
          padding: 9,
        },
      },
    },
    '& > * > :is(.RaShow-main, .RaEdit-main, .RaCreate-main)': {
      order: 7,
      flex: '1 0 100%',
      minWidth: 0,
      marginTop: theme.spacing(2),
      [theme.breakpoints.up('sm')]: { marginTop: theme.spacing(3) },
    },
  },
  // A banner that is still unknown does not push content down within this time.
  '& [data-may-appear] ~ *': { animation: `${appear} 0s 1s both` },
}));

/**
 * The place of a page below that notice, of react-admin's title, which is its heading, with the breadcrumbs above it or the subtitle of a
 * list below it, and of a view's actions at its end: the theme puts them there. The document's title follows the heading,
 * which takes the focus when the page is opened from within the back-office, so that a screen reader starts there.
 */
function Page({ children }: { children?: ReactNode }) {
  const translate = useTranslate();
  const { pathname, key } = useLocation();
  const resources = useResourceGroups().flat();
  const list = resources.find(({ name }) => pathname === listPage(name));
  const under = list
    ? list.under
    : resources.find(({ name }) => pathname.startsWith(`${listPage(name)}/`))?.name;
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
      {/* Without a title it has no box yet, which the breadcrumbs would move. */}
      <Root data-page style={title ? undefined : { display: 'contents' }}>
        {title && under && <PageBreadcrumbs under={under} title={title} />}
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
          <Typography className="page-subtitle" color="text.secondary">
            <span>{list && translate(`resources.${list.name}.subtitle`, { _: '' })}</span>
            <span id={subtitlePlace} />
          </Typography>
        </div>
        {children}
      </Root>
    </>
  );
}

/** Scrolls a newly opened page to its top; after Back, the browser restores the position. */
function useScrollToTop(): void {
  const { pathname } = useLocation();
  const back = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (!back) scrollTo(0, 0);
  }, [pathname, back]);
}

/** Loads everything that is shown anew when the user has got another role: other calls are permitted then. */
function useRefreshOnRole(): void {
  const client = useQueryClient();
  const role = useRole();
  const shown = useRef(role);
  useEffect(() => {
    if (shown.current === role) return;
    shown.current = role;
    // react-admin's answers for the other role; those on the screen are asked for again with everything else.
    client.removeQueries({ queryKey: ['auth', 'canAccess'], type: 'inactive' });
    void client.invalidateQueries();
  }, [client, role]);
}

/** The copyright line: this year, and the company that the operator named. */
function Footer() {
  const translate = useTranslate();
  const { getCheckoutOptions: checkoutOptions } = useDataProvider<typeof dataProvider>();
  const { data } = useQuery({
    queryKey: ['checkoutOptions'],
    queryFn: checkoutOptions,
    staleTime: Infinity,
    refetchOnMount: true,
  });

  const isLoading = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;

  return (
    <Box
      component="footer"
      sx={{
        ml: { md: drawerWidth },
        px: 3,
        py: 2,
        minHeight: 56,
        textAlign: 'center',
        // Hidden while the page above loads and grows, and until the name is there: the centred line would move.
        visibility: isLoading ? 'hidden' : undefined,
        '*:has(main :is([data-page] > [aria-busy="true"], section[aria-busy="true"], .list-page [data-pending], .MuiSkeleton-root)) + &':
          {
            visibility: 'hidden',
          },
      }}
    >
      <Hint>
        {translate('admin.shell.copyright', {
          // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
          year: new Date().getFullYear(),
          company: data?.companyName ?? '',
        })}
      </Hint>
    </Box>
  );
}

const doNothing = () => {};

/** react-admin's Error, whose heading is that of the page, with Reload in place of Back: a part that did not load is asked for anew. */
function PageError(props: ErrorProps) {
  const translate = useTranslate();
  return (
    <Page>
      <DefaultTitleContextProvider value={translate('ra.page.error')}>
        {/* Layout's own Error, which this is a part of, recovers at the next page. */}
        <Error
          {...props}
          resetErrorBoundary={doNothing}
          sx={{ '& .RaError-title': visuallyHidden, '& .RaError-toolbar': { display: 'none' } }}
        />
      </DefaultTitleContextProvider>
      <Button variant="contained" sx={{ display: 'flex', mx: 'auto' }} onClick={() => location.reload()}>
        {translate('admin.error.reload')}
      </Button>
    </Page>
  );
}

/** Its panel is beside the bar: see AppBar. */
const Nothing = () => null;

/** react-admin's layout with this product's bar, panel and footer, and what every page may show over it. */
function OfficeLayout({ children }: { children?: ReactNode }) {
  useScrollToTop();
  useRefreshOnRole();
  useFocusAfterWaiting();
  return (
    <ExportsProvider>
      <NoticesProvider>
        <DialogsProvider>
          <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100vh' }}>
            <RaLayout appBar={AppBar} sidebar={Nothing} error={PageError}>
              <Page>{children}</Page>
            </RaLayout>
            <Footer />
          </Box>
          <ShellShortcuts />
        </DialogsProvider>
      </NoticesProvider>
    </ExportsProvider>
  );
}

const SetUpPage = lazyPart(
  withTexts(() => import('../../auth/account/SetUpPage.js')),
  'SetUpPage',
);

/** The layout, or the set-up of a second factor where the account has to begin with it. */
export const Layout = ({ children }: { children?: ReactNode }) => (
  <>
    {useMustSetUp() ? (
      // It stands there at every address.
      <ResourcesContext value={[]}>
        <Box component="main" id="main" sx={{ maxWidth: 720, mx: 'auto', p: { xs: 2, md: 3 } }}>
          <Page>
            <SetUpPage />
          </Page>
        </Box>
      </ResourcesContext>
    ) : (
      <OfficeLayout>{children}</OfficeLayout>
    )}
    <AskForProof />
  </>
);
