import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { pages } from '#domain/pages';
import { BackOffice } from './BackOffice.js';
import { useColorScheme } from '../ui/common/colorScheme.js';
import { createAdminTheme } from './theme.js';

// The content security policy admits styles that carry the nonce of this response.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styles = createCache({ key: 'css', nonce });

/** The signed-in part of the program: its look and its addresses. */
export function App() {
  // Created on first render: the login page preloads this file too, but is no page of this router.
  const [router] = useState(() =>
    createBrowserRouter([{ path: `${pages.admin}/*`, element: <BackOffice /> }]),
  );
  const scheme = useColorScheme();
  const theme = useMemo(() => createAdminTheme(scheme), [scheme]);
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <RouterProvider router={router} />
      </ThemeProvider>
    </CacheProvider>
  );
}
