import Box from '@mui/material/Box';
import Toolbar from '@mui/material/Toolbar';
import { keyframes, styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router';
import { ExportProgress } from '../../ui/exports/ExportProgress.js';
import { ExportsProvider } from '../../ui/exports/ExportsProvider.js';
import { ShellShortcuts } from '../../ui/shortcuts/ShellShortcuts.js';
import { ErrorScreen } from './ErrorScreen.js';
import { PageHeading, PageTrail } from './PageHeading.js';
import { Footer } from './Footer.js';
import { Header } from './Header.js';
import { Notices } from '../../ui/undo/Notices.js';
import { DialogsProvider } from '../../ui/page/DialogsProvider.js';
import { RefreshNotice } from './RefreshNotice.js';
import { SideDrawer } from './SideDrawer.js';
import { SkipLink } from './SkipLink.js';
import { RefusalsProvider } from '../../ui/undo/RefusalsProvider.js';
import { UndoProvider } from '../../ui/undo/UndoProvider.js';
import { useRefreshOnRole } from './useRefreshOnRole.js';
import { useScrollToTop } from './useScrollToTop.js';

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
export function Shell({ children }: { children?: ReactNode }) {
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
