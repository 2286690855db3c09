import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Layout as RaLayout, useDataProvider, useTranslate } from 'react-admin';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { AskForProof } from '../../account/AskForProof.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { withTexts } from '../../i18n/texts.js';
import { useRole } from '../../session/role.js';
import { useMustSetUp } from '../../session/setUp.js';
import { lazyPart } from '../../ui/common/lazyPart.js';
import { ExportProgress } from '../../ui/exports/ExportProgress.js';
import { ExportsProvider } from '../../ui/exports/ExportsProvider.js';
import { DialogsProvider } from '../../ui/page/dialogs.js';
import { PageTitle } from '../../ui/page/PageTitle.js';
import { ShellShortcuts } from '../../ui/shortcuts/ShellShortcuts.js';
import { Notices } from '../../ui/undo/Notices.js';
import { RefusalsProvider } from '../../ui/undo/refusals.js';
import { UndoProvider } from '../../ui/undo/UndoProvider.js';
import { AppBar } from './AppBar.js';
import { Page } from './Page.js';
import { drawerWidth } from './shellTheme.js';

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
        ml: { md: `${drawerWidth}px` },
        px: 3,
        py: 2,
        minHeight: 56,
        textAlign: 'center',
        // Hidden while the page above loads and grows, and until the name is there: the centred line would move.
        visibility: isLoading ? 'hidden' : undefined,
        '*:has(main :is([data-page] > [aria-busy="true"], section[aria-busy="true"], .MuiSkeleton-root)) + &':
          {
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

/** In place of a page that failed to render or whose chunk did not load: loading the document anew recovers from both. */
function PageError() {
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

/** Its panel is beside the bar: see AppBar. */
const Nothing = () => null;

/** react-admin's layout with this product's bar, panel and footer, and what every page may show over it. */
function OfficeLayout({ children }: { children?: ReactNode }) {
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
              <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100vh' }}>
                <RaLayout appBar={AppBar} sidebar={Nothing} error={PageError}>
                  <Page>{children}</Page>
                </RaLayout>
                <Footer />
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

/** The layout, or the set-up of a second factor where the account has to begin with it. */
export const Layout = ({ children }: { children?: ReactNode }) => (
  <>
    {useMustSetUp() ? <SetUpPage /> : <OfficeLayout>{children}</OfficeLayout>}
    <AskForProof />
  </>
);
