import { useEffect, useState } from 'react';

interface CopyButtonProps {
  text: string;
  /** The accessible name of the copied value: "reference number". */
  what: string;
}

const shownForMs = 3000;

/** Copies a text and confirms it. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [answer, setAnswer] = useState('');

  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => setAnswer(''), shownForMs);
    return () => clearTimeout(timer);
  }, [answer]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setAnswer('Copied');
    } catch {
      // The browser refused, or the page came without TLS, where there is no clipboard.
      setAnswer('Please select and copy');
    }
  }

  return (
    <span className="copy">
      <span className="copy-answer" role="status">
        {answer}
      </span>
      <button type="button" className="button button-small" onClick={() => void copy()}>
        Copy<span className="visually-hidden"> {what}</span>
      </button>
    </span>
  );
}
