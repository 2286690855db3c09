import { type MouseEvent, useRef } from 'react';
import { useLanguage, useTexts } from '../language.js';

/**
 * Leads to the page in the other language: by a load without JavaScript, else in place. It stays the same element, so that
 * it keeps the focus.
 */
export function LanguageLink() {
  const t = useTexts();
  const language = useLanguage();
  const status = useRef<HTMLSpanElement>(null);
  const other = language === 'en' ? 'fr' : 'en';

  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // The server is asked for the page if its texts cannot be loaded.
    import('../switchLanguage.js')
      .then(({ switchLanguage }) => switchLanguage(other, status.current))
      .catch(() => location.assign(`?lang=${other}`));
  }

  return (
    <>
      <a
        className="language"
        href={`?lang=${other}`}
        lang={other}
        hrefLang={other}
        translate="no"
        onClick={onClick}
      >
        {t.otherLanguage}
      </a>
      {/* The switch writes into it. */}
      <span ref={status} className="visually-hidden" role="status" />
    </>
  );
}
