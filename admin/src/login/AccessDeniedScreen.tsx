import { pages } from '#domain/pages';
import { endSession } from '../session/endSession.js';
import { logout } from '../session/session.js';

/** Shown to a signed-in user whose role may not enter. */
export function AccessDeniedScreen({ message }: { message: string }) {
  return (
    <main className="screen">
      <title>Access Denied</title>
      <div className="panel">
        <h1>Access Denied</h1>
        <p role="alert">{message}</p>
        <p>Sign in with an account of the back-office.</p>
        <button
          className="button"
          type="button"
          onClick={() => {
            logout();
            endSession();
          }}
        >
          Sign in with another account
        </button>
        <a className="link" href={pages.checkout}>
          Back to checkout
        </a>
      </div>
    </main>
  );
}
