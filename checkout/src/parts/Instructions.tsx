import { defaultLanguage } from '#domain/platform/languages';

interface InstructionsProps {
  text: string;
  /** True for a text that the operator has in English only, on a page in another language. */
  isEnglish: boolean | undefined;
}

/** The operator's payment instructions, with their line breaks. */
export function Instructions({ text, isEnglish }: InstructionsProps) {
  return (
    <pre className="instructions" translate="no" lang={isEnglish ? defaultLanguage : undefined}>
      {text}
    </pre>
  );
}
