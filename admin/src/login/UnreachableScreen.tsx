/** Shown while the session cannot be verified because the server does not respond; the session is kept. */
export function UnreachableScreen({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <main className="screen">
      <title>Thailand Real Estate Trip - Admin</title>
      <div className="panel">
        <h1>The server cannot be reached</h1>
        <p role="alert">{message}</p>
        <button className="button" type="button" onClick={onRetry}>
          Try Again
        </button>
      </div>
    </main>
  );
}
