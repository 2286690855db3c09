import { pages } from '#domain/pages';
import { loginEnglish as texts } from '../i18n/en/login.js';
import { endSession } from '../session/endSession.js';
import { logout } from '../session/session.js';

/** Shown to a signed-in user whose role may not enter. */
export function AccessDeniedScreen({ message }: { message: string }) {
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
