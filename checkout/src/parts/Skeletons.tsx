import { useTexts } from '../texts/language.js';

/** The placeholder of a step while it loads. */
export function Skeletons() {
  const t = useTexts();
  return (
    <div className="skeletons" role="status">
      <span className="visually-hidden">{t.loading}</span>
      <div className="skeleton" />
      <div className="skeleton" />
      <div className="skeleton" />
    </div>
  );
}
