import type { ReactNode } from 'react';

interface PurchaseActionsProps {
  onRestart: () => void;
  /** An action that comes before the others. */
  children?: ReactNode;
}

/** The actions below a purchase that is recorded. */
export const PurchaseActions = ({ onRestart, children }: PurchaseActionsProps) => (
  <div className="actions">
    {children}
    <button type="button" className="button" onClick={() => print()}>
      Print
    </button>
    <button type="button" className="button" onClick={onRestart}>
      Start New Checkout
    </button>
  </div>
);
