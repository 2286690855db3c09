import { orderPage } from '#domain/platform/order-page';
import type { Failure } from '../api.js';
import { Alert } from '../parts/Alert.js';
import { pluralText } from '#domain/texts/plural';
import { useInLanguage, useLanguage, useTexts } from '../texts/language.js';

interface OrderFailureProps {
  failure: Failure;
  /** True if an earlier state of the payment is shown. */
  isStale: boolean;
  isLoading: boolean;
  onRetry: () => void;
}

/** Says why the page could not be loaded or refreshed, and offers the next step. */
export function OrderFailure({ failure, isStale, isLoading, onRetry }: OrderFailureProps) {
  const t = useTexts();
  const inLanguage = useInLanguage();
  const language = useLanguage();
  const { status, retryAfter } = failure;
  const message = inLanguage(failure.message);
  if (status === 404)
    return (
      <Alert tone="error" urgent>
        <p>
          <strong>{message}.</strong> {t.incomplete}
        </p>
        <p>
          <a href={orderPage}>{t.sendLinks}</a>
        </p>
      </Alert>
    );
  return (
    <Alert tone={isStale ? 'warning' : 'error'} urgent>
      {isStale && <p>{t.stale}</p>}
      <p>{message}</p>
      {retryAfter && <p>{pluralText(t.againInSeconds, retryAfter, language)}</p>}
      <button
        type="button"
        className="button"
        aria-disabled={isLoading}
        onClick={() => isLoading || onRetry()}
      >
        {t.tryAgain}
      </button>
    </Alert>
  );
}
