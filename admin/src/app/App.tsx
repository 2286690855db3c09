import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { pages } from '#domain/pages';
import { BackOffice } from './BackOffice.js';

// The content security policy admits styles that carry the nonce of this response.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styles = createCache({ key: 'css', nonce });

/** The signed-in part of the program: its styles and its addresses. */
export function App() {
  // Created on first render: the login page preloads this file too, but is no page of this router.
  const [router] = useState(() =>
    createBrowserRouter([{ path: `${pages.admin}/*`, element: <BackOffice /> }]),
  );
  return (
    <CacheProvider value={styles}>
      <RouterProvider router={router} />
    </CacheProvider>
  );
}
