import { type ReactNode, useEffect, useState } from 'react';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import { loginEnglish as texts } from '../../ui/i18n/en/login.js';
import { endSession, leaveUnasked, type LoginState, returnHere } from '../../data/session/endSession.js';
import { logout, restore, type Session } from '../../data/session/session.js';
import { accessToken, currentUser, refreshToken, watchTokens } from '../../data/session/tokens.js';

/** Shown while the session is verified and the back-office loads. */
export function LoadingScreen() {
  return (
    <main className="screen" aria-busy="true">
      <span className="spinner" aria-hidden="true" />
      <p role="status">{texts.loading}</p>
    </main>
  );
}

/** Shown to a signed-in user whose role may not enter. */
function AccessDeniedScreen({ message }: { message: string }) {
  return (
    <main className="screen">
      <title>{texts.denied.title}</title>
      <div className="panel">
        <h1>{texts.denied.title}</h1>
        <p role="alert">{message}</p>
        <p>{texts.denied.text}</p>
        <button
          className="button"
          type="button"
          onClick={() => {
            logout();
            endSession();
          }}
        >
          {texts.denied.other}
        </button>
        <a className="link" href={pages.checkout}>
          {texts.checkout}
        </a>
      </div>
    </main>
  );
}

/** Shown while the session cannot be verified because the server does not respond; the session is kept. */
export function UnreachableScreen({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <main className="screen">
      <title>{texts.product}</title>
      <div className="panel">
        <h1>{texts.unreachable.title}</h1>
        <p role="alert">{message}</p>
        <button className="button" type="button" onClick={onRetry}>
          {texts.unreachable.retry}
        </button>
      </div>
    </main>
  );
}

interface GuardProps {
  children: ReactNode;
  /** Called when no user is signed in, with the location that the login page returns to. */
  onSignedOut: (state: LoginState) => void;
}

/** Renders its children for administrators, and shows other users why they may not enter. */
export function AuthGuard({ children, onSignedOut }: GuardProps) {
  const [session, setSession] = useState<Session>();

  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    let current = true;
    void restore().then((found) => {
      if (!current) return;
      if (found.state === 'signedOut') onSignedOut(returnHere(found.message));
      else setSession(found);
    });
    return () => {
      current = false;
    };
    // Once for each attempt; afterwards every call verifies the session, and another tab tells that it has ended.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempt]);

  const isSignedIn = session?.state === 'signedIn';
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const { id } = currentUser() ?? {};
    const stop = watchTokens(() => {
      // Another tab has ended the session: what is shown is left at once, not by the next call.
      if (!accessToken() && !refreshToken()) endSession(returnHere(messages.sessionExpired));
      const present = currentUser();
      if (!present || !id || present.id === id) return;
      // A tab that the browser froze misses that end, and wakes up in the session of another person.
      stop();
      leaveUnasked();
      location.reload();
    });
    return stop;
  }, [isSignedIn]);

  const retry = () => {
    setSession(undefined);
    setAttempt(attempt + 1);
  };

  switch (session?.state) {
    case 'signedIn':
      return children;
    case 'forbidden':
      return <AccessDeniedScreen message={session.message} />;
    case 'unreachable':
      return <UnreachableScreen message={session.message} onRetry={retry} />;
    default:
      return <LoadingScreen />;
  }
}
