import { useEffect, useId, useRef } from 'react';

interface SecondPaymentDialogProps {
  /** The references that stay pending. */
  references: string[];
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before changed details make another payment beside the recorded ones. */
export function SecondPaymentDialog({ references, onConfirm, onCancel }: SecondPaymentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
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
        Your details have changed since you completed your purchase. The payment with reference{' '}
        <strong>{references.join(', ')}</strong> stays pending. Continuing records a second payment beside it.
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
