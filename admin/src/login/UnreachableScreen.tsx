import { loginEnglish as texts } from '../i18n/en/login.js';

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
