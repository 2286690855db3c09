import { useId } from 'react';
import { useLanguage, useTexts } from '../texts/language.js';
import { defaultLanguage } from '#domain/platform/languages';
import { isTermsLink, type Terms, termsIn } from '#domain/payments/terms';

interface TermsConsentProps {
  terms: Terms;
  isAccepted: boolean;
  error: string | undefined;
  onChange: (isAccepted: boolean) => void;
}

/** Shows the terms, or the link to them, and asks whether they are accepted. */
export function TermsConsent({ terms, isAccepted, error, onChange }: TermsConsentProps) {
  const t = useTexts();
  const language = useLanguage();
  const id = useId();
  const text = termsIn(terms, language);
  const isLink = isTermsLink(text);
  // Without a text in the language the English one is shown, as such.
  const textLanguage = language !== defaultLanguage && text === terms.en ? defaultLanguage : undefined;
  return (
    <div className="terms">
      {!isLink && (
        // A text that is scrolled has to take the focus: a keyboard scrolls it.
        <div className="terms-text" role="region" aria-label={t.terms} lang={textLanguage} tabIndex={0}>
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
        {t.acceptTerms}
      </label>
      {isLink && (
        <a href={text} target="_blank" rel="noopener">
          {t.readTerms}
          <span className="visually-hidden">{t.opensNewTab}</span>
        </a>
      )}
      <p className="field-error">{error && <span id={`${id}-error`}>{error}</span>}</p>
    </div>
  );
}
