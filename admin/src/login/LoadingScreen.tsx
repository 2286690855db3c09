import { loginEnglish as texts } from '../i18n/en/login.js';

/** Shown while the session is verified and the back-office loads. */
export function LoadingScreen() {
  return (
    <main className="screen" aria-busy="true">
      <span className="spinner" aria-hidden="true" />
      <p role="status">{texts.loading}</p>
    </main>
  );
}
