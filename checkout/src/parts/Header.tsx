import { useTexts } from '../texts/language.js';
import { LanguageLinks } from './LanguageLinks.js';

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
