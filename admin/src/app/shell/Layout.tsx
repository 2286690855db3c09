import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import Alert from '@mui/material/Alert';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { keyframes, styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { AskForProof } from '../../account/AskForProof.js';
import { chooseColorScheme, useColorScheme } from '../../data/colorScheme.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { withTexts } from '../../i18n/texts.js';
import { SearchButton } from '../../search/SearchButton.js';
import { useMustSetUp } from '../../session/setUp.js';
import { lazyPart } from '../../ui/common/lazyPart.js';
import { ExportProgress } from '../../ui/exports/ExportProgress.js';
import { ExportsProvider } from '../../ui/exports/ExportsProvider.js';
import { DialogsProvider } from '../../ui/page/DialogsProvider.js';
import { PageTitle } from '../../ui/page/PageTitle.js';
import { ShellShortcuts } from '../../ui/shortcuts/ShellShortcuts.js';
import { Notices } from '../../ui/undo/Notices.js';
import { RefusalsProvider } from '../../ui/undo/RefusalsProvider.js';
import { UndoProvider } from '../../ui/undo/UndoProvider.js';
import { PageHeading, PageTrail } from './PageHeading.js';
import { RefreshBar } from './RefreshBar.js';
import { RefreshNotice } from './RefreshNotice.js';
import { drawerWidth, SideDrawer } from './SideDrawer.js';
import { SkipLink } from './SkipLink.js';
import { useRefreshOnRole } from './useRefreshOnRole.js';

/** Scrolls a newly opened page to its top; after Back, the browser restores the position. */
function useScrollToTop(): void {
  const { pathname } = useLocation();
  const back = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (!back) scrollTo(0, 0);
  }, [pathname, back]);
}

/** The bar at the top: the product's name, the theme, and the menu button where the drawer slides. */
function Header({ onMenu }: { onMenu: () => void }) {
  const translate = useTranslate();
  const scheme = useColorScheme();
  const other = scheme === 'dark' ? 'light' : 'dark';

  return (
    <AppBar
      elevation={0}
      sx={{
        width: { md: `calc(100% - ${drawerWidth}px)` },
        ml: { md: `${drawerWidth}px` },
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Toolbar sx={{ gap: { xs: 0.5, sm: 1 } }}>
        <IconButton
          color="inherit"
          edge="start"
          onClick={onMenu}
          aria-label={translate('admin.shell.menu')}
          sx={{ display: { md: 'none' } }}
        >
          <MenuIcon />
        </IconButton>
        <Typography
          component="p"
          noWrap
          title={translate('admin.shell.title')}
          // On a phone, as large as fits on one line.
          sx={{ flex: 1, fontSize: { xs: 'clamp(0.6875rem, 3.2vw, 1rem)', sm: '1.25rem' }, fontWeight: 500 }}
        >
          {translate('admin.shell.title')}
        </Typography>
        <SearchButton />
        <IconButton
          color="inherit"
          edge="end"
          onClick={() => chooseColorScheme(other)}
          aria-label={translate(`admin.shell.scheme.${other}`)}
          title={translate(`admin.shell.scheme.${other}`)}
        >
          {scheme === 'dark' ? <LightModeIcon /> : <DarkModeIcon />}
        </IconButton>
      </Toolbar>
      <RefreshBar />
    </AppBar>
  );
}

/** The copyright line: this year, and the company that the operator named. */
function Footer() {
  const translate = useTranslate();
  const { getCheckoutOptions: checkoutOptions } = useDataProvider<typeof dataProvider>();
  const { data, isPending } = useQuery({
    queryKey: ['checkoutOptions'],
    queryFn: checkoutOptions,
    staleTime: Infinity,
    refetchOnMount: true,
  });

  return (
    <Box
      component="footer"
      // Hidden until the name is loaded: the centred line would move.
      sx={{
        px: 3,
        py: 2,
        minHeight: 56,
        textAlign: 'center',
        visibility: isPending ? 'hidden' : undefined,
        // Hidden while the page above loads and grows.
        'main:has(> * > [aria-busy="true"], section[aria-busy="true"], .MuiSkeleton-root) + &': {
          visibility: 'hidden',
        },
      }}
    >
      <Typography variant="body2" color="text.secondary">
        {translate('admin.shell.copyright', {
          // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
          year: new Date().getFullYear(),
          company: data?.companyName ?? '',
        })}
      </Typography>
    </Box>
  );
}

/** Shown when a page failed to render or its chunk did not load. Reloading the document recovers from both. */
function ErrorScreen() {
  const translate = useTranslate();
  return (
    <>
      <PageTitle title={translate('admin.error.title')} />
      <Alert
        severity="error"
        sx={{ mt: 2 }}
        action={
          <Button color="inherit" onClick={() => location.reload()}>
            {translate('admin.error.reload')}
          </Button>
        }
      >
        {translate('admin.error.text')}
      </Alert>
    </>
  );
}

const appear = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } });

/** Selects the TopToolbar of a view behind the title. */
const actions = (view: string) => `~ ${view} > .MuiToolbar-root`;

/** The place of react-admin's title and, at its end, of the actions of a view: the theme puts them there. */
const Page = styled('div')(({ theme }) => ({
  position: 'relative',
  '& > .page-heading': {
    marginBottom: theme.spacing(2),
    '& > h1': { outline: 'none', overflowWrap: 'anywhere' },
    // Beside actions, the title is as high as they are.
    [`&:has(${actions('.list-page .RaList-actions')}), &:has(${actions(':is(.show-page, .edit-page)')})`]: {
      minHeight: 44,
      paddingTop: 5,
      paddingRight: 104,
    },
    [theme.breakpoints.up('sm')]: {
      marginBottom: theme.spacing(3),
      [`&:has(${actions('.list-page .RaList-actions')})`]: { paddingRight: 280 },
      [`&:has(${actions(':is(.show-page, .edit-page)')})`]: { paddingRight: 120 },
    },
  },
  // A banner that is still unknown does not push content down within this time.
  '& > [data-may-appear] ~ *': { animation: `${appear} 0s 1s both` },
}));

/** The shell around every page: header, drawer, the page itself, footer and notifications. */
function Shell({ children }: { children?: ReactNode }) {
  const [drawerOpen, setDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  useScrollToTop();
  useRefreshOnRole();

  return (
    <ExportsProvider>
      <RefusalsProvider>
        {(refusals) => (
          <UndoProvider
            notices={(notice) => (
              <Notices>
                {notice}
                {refusals}
              </Notices>
            )}
          >
            <DialogsProvider>
              <SkipLink />
              <Box sx={{ display: 'flex', minHeight: '100vh' }}>
                <Header onMenu={() => setDrawerOpen((open) => !open)} />
                <SideDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} />
                <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
                  <Toolbar />
                  <Box
                    component="main"
                    id="main"
                    tabIndex={-1}
                    sx={{
                      flex: 1,
                      width: '100%',
                      maxWidth: 1360,
                      mx: 'auto',
                      p: { xs: 2, md: 3 },
                      outline: 'none',
                    }}
                  >
                    <RefreshNotice />
                    <PageTrail title={title} />
                    <Page>
                      <PageHeading title={title} onTitle={setTitle} />
                      <ErrorBoundary FallbackComponent={ErrorScreen} resetKeys={[pathname]}>
                        {children}
                      </ErrorBoundary>
                    </Page>
                  </Box>
                  <Footer />
                </Box>
              </Box>
              <ShellShortcuts />
              <ExportProgress />
            </DialogsProvider>
          </UndoProvider>
        )}
      </RefusalsProvider>
    </ExportsProvider>
  );
}

const SetUpPage = lazyPart(
  withTexts(() => import('../../account/SetUpPage.js')),
  'SetUpPage',
);

/** The shell, or the set-up of a second factor where the account has to begin with it. */
export const Layout = ({ children }: { children?: ReactNode }) => (
  <>
    {useMustSetUp() ? <SetUpPage /> : <Shell>{children}</Shell>}
    <AskForProof />
  </>
);
