import { useTexts } from '../texts/language.js';

/** The words of the button that opens the hosted card page. */
export function CardLinkLabel() {
  const t = useTexts();
  return (
    <>
      {t.payByCard}
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path
          d="M9 2h5v5M14 2 7.5 8.5M12 9.5V14H2V4h4.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        />
      </svg>
      <span className="visually-hidden">{t.opensNewTab}</span>
    </>
  );
}
