import '../data/session/tabStorage.js';
import { type FunctionComponent, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import { applyColorScheme } from '../data/colorScheme.js';
import { AuthGuard, LoadingScreen, UnreachableScreen } from '../auth/login/AuthGuard.js';
import { Login } from '../auth/login/Login.js';
import type { LoginState } from '../data/session/endSession.js';
import { lazyPart } from '../ui/common/lazyPart.js';
import { allowPlaceholders } from '../ui/common/trustedTypes.js';
import './base.css';

/** Stand in for a part of the program while it loads, and where it cannot be loaded. */
const screens = [
  <LoadingScreen key="loading" />,
  <UnreachableScreen key="failed" message={messages.network} onRetry={() => location.reload()} />,
] as const;
const loadApp = () => import('./App.js');
const App = lazyPart(loadApp, 'App', ...screens);

// Preloads the chunk; if that fails, it is loaded again when it is rendered.
const preloadApp = () => void loadApp().catch(() => {});

const pathname = () => location.pathname.replace(/\/$/, '');
const isLogin = () => pathname() === pages.login;

/** The pages of links that need no sign-in. */
const linkPages: Record<string, FunctionComponent> = {
  [pages.resetPassword]: lazyPart(() => import('../auth/login/LinkPages.js'), 'ResetPassword', ...screens),
  [pages.confirmEmail]: lazyPart(() => import('../auth/login/LinkPages.js'), 'ConfirmEmail', ...screens),
  [pages.invitation]: lazyPart(() => import('../auth/login/LinkPages.js'), 'AcceptInvitation', ...screens),
};
const LinkPage = linkPages[pathname()];

// Loads while the guard verifies the session with the server.
if (!isLogin() && !LinkPage) preloadApp();

/** Shows the login page, the page of a link, or the back-office behind its guard, which is loaded after sign-in. */
function Root() {
  const [atLogin, setAtLogin] = useState(isLogin);

  useEffect(() => {
    // Reload when Back leads from one to the other: the back-office's router has no login page.
    const onPopState = () => isLogin() !== atLogin && location.reload();
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, [atLogin]);

  if (LinkPage) return <LinkPage />;
  if (atLogin)
    return (
      <Login
        onReady={preloadApp}
        onSignedIn={() => {
          const { from } = (history.state ?? {}) as LoginState;
          history.replaceState(null, '', from ?? pages.admin);
          setAtLogin(false);
        }}
      />
    );
  return (
    <AuthGuard
      onSignedOut={(state) => {
        history.replaceState(state, '', pages.login);
        setAtLogin(true);
      }}
    >
      <App />
    </AuthGuard>
  );
}

allowPlaceholders();
applyColorScheme();

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
