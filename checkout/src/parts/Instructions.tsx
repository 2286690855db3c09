import { defaultLanguage } from '#domain/platform/languages';

/** The operator's payment instructions, with their line breaks; `isEnglish` on a page in another language. */
export function Instructions({ text, isEnglish }: { text: string; isEnglish: boolean | undefined }) {
  return (
    <pre className="instructions" translate="no" lang={isEnglish ? defaultLanguage : undefined}>
      {text}
    </pre>
  );
}
