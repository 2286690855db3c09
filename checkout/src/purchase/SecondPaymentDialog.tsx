import { useEffect, useId, useRef } from 'react';
import { isCardPurchase } from '../card/cardPurchase.js';
import type { Purchase } from '../progress/progress.js';
import { useTexts } from '../texts/language.js';
import { Filled } from '../parts/Filled.js';

interface SecondPaymentDialogProps {
  /** The recorded payments. */
  purchases: Purchase[];
  /** The reference of a payment that another tab has made. */
  reference?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a transfer makes another payment beside the recorded ones. */
export function SecondPaymentDialog({ purchases, reference, onConfirm, onCancel }: SecondPaymentDialogProps) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const paid = purchases.find(isCardPurchase);
  const own = purchases.map(({ referenceNumber }) => referenceNumber);
  const references = [...own, ...(reference ? [reference] : [])].join(', ');
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={onCancel}
    >
      <h2 id={id}>{t.secondPayment}</h2>
      <p id={`${id}-text`}>
        {paid ? (
          <Filled text={t.secondAfterCard} values={{ reference: <strong>{paid.referenceNumber}</strong> }} />
        ) : (
          <Filled text={t.secondAfterChange} values={{ references: <strong>{references}</strong> }} />
        )}
      </p>
      <div className="actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {t.cancel}
        </button>
        <button type="button" className="button button-primary" onClick={onConfirm}>
          {t.makeSecond}
        </button>
      </div>
    </dialog>
  );
}
