import { useEffect, useState } from 'react';
import { type Texts, useTexts } from '../texts/language.js';

interface CopyButtonProps {
  text: string;
  what: keyof Texts['copyNames'];
  /** Shows what is copied, where the button does not stand beside it. */
  isNamed?: boolean;
}

const shownForMs = 3000;

/** Copies a text and confirms it. */
export function CopyButton({ text, what, isNamed = false }: CopyButtonProps) {
  const t = useTexts();
  const [answer, setAnswer] = useState<'' | 'copied' | 'cannotCopy'>('');

  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => setAnswer(''), shownForMs);
    return () => clearTimeout(timer);
  }, [answer]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setAnswer('copied');
    } catch {
      // The browser refused, or the page came without TLS, where there is no clipboard.
      setAnswer('cannotCopy');
    }
  }

  return (
    <span className="copy">
      <span className="copy-answer" role="status">
        {answer && t[answer]}
      </span>
      <button type="button" className="button button-small" onClick={() => void copy()}>
        <span>
          {t.copy}
          <span className={isNamed ? undefined : 'visually-hidden'}> {t.copyNames[what]}</span>
        </span>
      </button>
    </span>
  );
}
