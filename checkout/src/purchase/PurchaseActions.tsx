import type { ReactNode } from 'react';
import { useTexts } from '../texts/language.js';

interface PurchaseActionsProps {
  onRestart: () => void;
  /** An action that comes before the others. */
  children?: ReactNode;
}

/** The actions below a purchase that is recorded. */
export function PurchaseActions({ onRestart, children }: PurchaseActionsProps) {
  const t = useTexts();
  return (
    <div className="actions">
      {children}
      <button type="button" className="button" onClick={() => print()}>
        {t.print}
      </button>
      <button type="button" className="button" onClick={onRestart}>
        {t.startNew}
      </button>
    </div>
  );
}
