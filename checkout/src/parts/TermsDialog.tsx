import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Terms } from '#domain/payments/terms';
import { useTexts } from '../texts/language.js';
import { TermsConsent } from './TermsConsent.js';

interface TermsDialogProps {
  terms: Terms;
  /** The link that is opened once the terms are accepted. */
  children: ReactNode;
  onCancel: () => void;
}

/** Asks to accept the terms before the card page opens. */
export function TermsDialog({ terms, children, onCancel }: TermsDialogProps) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isAccepted, setAccepted] = useState(false);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  function refuse() {
    setMissing(true);
    dialog.current?.querySelector<HTMLElement>('input')?.focus();
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onCancel}>
      <h2 id={id}>{t.beforeCard}</h2>
      <TermsConsent
        terms={terms}
        isAccepted={isAccepted}
        error={isMissing && !isAccepted ? t.rules.termsNotAccepted : undefined}
        onChange={setAccepted}
      />
      <div className="actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {t.cancel}
        </button>
        {isAccepted ? (
          children
        ) : (
          <button type="button" className="button button-primary" onClick={refuse}>
            {t.payByCard}
          </button>
        )}
      </div>
    </dialog>
  );
}
