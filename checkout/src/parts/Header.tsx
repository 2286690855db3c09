import { type MouseEvent, useRef } from 'react';
import { isTranslated } from '#browser/isTranslated';
import { type Language, languageFacts, languages } from '#domain/platform/languages';
import { useLanguage, useTexts } from '../texts/language.js';

/** The page's head. */
export function Header() {
  const t = useTexts();
  return (
    <header className="page-header">
      <p className="brand">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="currentColor" />
          <path className="brand-mark" d="M7 16 16 8l9 8v9h-6v-6h-6v6H7z" />
        </svg>
        {t.site}
        <LanguageLinks />
      </p>
    </header>
  );
}

/** Links to the page in each other language, by a load without JavaScript, else in place: the one with the focus keeps it. */
function LanguageLinks() {
  const language = useLanguage();
  const status = useRef<HTMLSpanElement>(null);

  function onClick(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    // Of a browser's translation, which has taken the texts that a switch in place would change out of the page.
    if (isTranslated()) return;
    event.preventDefault();
    const { href, hreflang } = event.currentTarget;
    // The server is asked for the page if its texts cannot be loaded.
    import('../texts/switchLanguage.js')
      .then((loaded) => loaded.switchLanguage(hreflang as Language, status.current))
      .catch(() => location.assign(href));
  }

  return (
    <>
      {languages
        .filter((other) => other !== language)
        .map((other, index) => (
          <a
            key={index}
            className="language"
            href={`?lang=${other}`}
            lang={other}
            hrefLang={other}
            translate="no"
            onClick={onClick}
          >
            {languageFacts[other].ownName}
          </a>
        ))}
      {/* The switch writes into it. */}
      <span ref={status} className="visually-hidden" role="status" />
    </>
  );
}
