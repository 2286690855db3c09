import { type MouseEvent, useRef } from 'react';
import { type Language, languageFacts, languages } from '#domain/platform/languages';
import { useLanguage } from '../texts/language.js';

/**
 * Lead to the page in each other language: by a load without JavaScript, else in place. They stay the same elements, so that
 * one keeps the focus.
 */
export function LanguageLinks() {
  const language = useLanguage();
  const status = useRef<HTMLSpanElement>(null);

  function onClick(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
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
