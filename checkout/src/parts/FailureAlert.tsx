import { type Failure, isOutcomeUnknown } from '../api.js';
import { Alert } from './Alert.js';
import { pluralText } from '#domain/texts/plural';
import { useInLanguage, useLanguage, useTexts } from '../texts/language.js';

/** Says why the details were not accepted, and what to do. */
export function FailureAlert({ failure }: { failure: Failure }) {
  const t = useTexts();
  const inLanguage = useInLanguage();
  const language = useLanguage();
  return (
    <Alert tone="error" urgent>
      <p>{inLanguage(failure.message)}</p>
      {failure.retryAfter && <p>{pluralText(t.againInSeconds, failure.retryAfter, language)}</p>}
      <p>
        {[
          t.stillHere,
          failure.status === 409 && !failure.fields.acceptedTerms && t.againIsOther,
          isOutcomeUnknown(failure) && t.againIsSafe,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </Alert>
  );
}
