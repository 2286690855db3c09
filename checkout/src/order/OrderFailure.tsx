import { pages } from '#domain/pages';
import type { Failure } from '../api.js';
import { Alert } from '../parts/Alert.js';

interface OrderFailureProps {
  failure: Failure;
  /** True if an earlier state of the payment is shown. */
  isStale: boolean;
  isLoading: boolean;
  onRetry: () => void;
}

/** Says why the page could not be loaded or refreshed, and offers the next step. */
export function OrderFailure({ failure, isStale, isLoading, onRetry }: OrderFailureProps) {
  const { message, status, retryAfter } = failure;
  if (status === 404)
    return (
      <Alert tone="error" urgent>
        <p>
          <strong>{message}.</strong> It may be incomplete, or a newer one has replaced it.
        </p>
        <p>
          <a href={pages.order}>Send me my links by email</a>
        </p>
      </Alert>
    );
  return (
    <Alert tone={isStale ? 'warning' : 'error'} urgent>
      {isStale && <p>What is shown here could not be refreshed.</p>}
      <p>{message}</p>
      {retryAfter && (
        <p>
          You can try again in {retryAfter} {retryAfter === 1 ? 'second' : 'seconds'}.
        </p>
      )}
      <button
        type="button"
        className="button"
        aria-disabled={isLoading}
        onClick={() => isLoading || onRetry()}
      >
        Try Again
      </button>
    </Alert>
  );
}
