import { type ReactNode, useEffect, useState } from 'react';
import { type LoginState, returnHere } from '../session/endSession.js';
import { restore, type Session } from '../session/session.js';
import { LoadingScreen } from './LoadingScreen.js';
import { AccessDeniedScreen } from './AccessDeniedScreen.js';
import { UnreachableScreen } from './UnreachableScreen.js';

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
    // Once for each attempt; afterwards every call verifies the session.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempt]);

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
