import { useEffect, useId, useRef } from 'react';
import { isCardPurchase } from '../card/cardPurchase.js';
import type { Purchase } from '../progress.js';

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
      <h2 id={id}>Make a second payment?</h2>
      <p id={`${id}-text`}>
        {paid ? (
          <>
            You have paid by card already, with reference <strong>{paid.referenceNumber}</strong>. Continuing
            records a second payment, to be sent as a transfer.
          </>
        ) : (
          <>
            Your details have changed since you completed your purchase. The payment with reference{' '}
            <strong>{references}</strong> stays pending. Continuing records a second payment beside it.
          </>
        )}
      </p>
      <div className="actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button type="button" className="button button-primary" onClick={onConfirm}>
          Make Second Payment
        </button>
      </div>
    </dialog>
  );
}
