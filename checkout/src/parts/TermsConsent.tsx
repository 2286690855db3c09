import { useId } from 'react';
import { isTermsLink, type Terms, termsIn } from '#domain/terms';

/** The language of this page. */
const language = 'en';

interface TermsConsentProps {
  terms: Terms;
  isAccepted: boolean;
  error: string | undefined;
  onChange: (isAccepted: boolean) => void;
}

/** Shows the terms, or the link to them, and asks whether they are accepted. */
export function TermsConsent({ terms, isAccepted, error, onChange }: TermsConsentProps) {
  const id = useId();
  const text = termsIn(terms, language);
  const isLink = isTermsLink(text);
  return (
    <div className="terms">
      {!isLink && (
        // A text that is scrolled has to take the focus: a keyboard scrolls it.
        <div className="terms-text" role="region" aria-label="Terms" tabIndex={0}>
          {text}
        </div>
      )}
      <label className="terms-consent">
        <input
          type="checkbox"
          name="acceptedTerms"
          checked={isAccepted}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          onChange={(event) => onChange(event.target.checked)}
        />
        I have read and accept the terms
      </label>
      {isLink && (
        <a href={text} target="_blank" rel="noopener">
          Read the terms<span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      )}
      <p className="field-error">{error && <span id={`${id}-error`}>{error}</span>}</p>
    </div>
  );
}
