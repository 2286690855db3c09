import type { TransferMethod } from '#domain/visitor/checkout';
import { useTexts } from '../texts/language.js';

interface TransferOptionProps {
  method: TransferMethod;
  isPreferred: boolean;
  onChoose: () => void;
}

/** A method that the visitor pays through their own bank; opens the details step. */
export function TransferOption({ method, isPreferred, onChoose }: TransferOptionProps) {
  const t = useTexts();
  return (
    <li className={isPreferred ? 'method method-preferred' : 'method'}>
      <div className="method-head">
        <h2>{t.methodCards[method]}</h2>
        {isPreferred && <span className="chip">{t.preferred}</span>}
      </div>
      <p>{t.transferTexts[method]}</p>
      <button
        type="button"
        className={`button method-action ${isPreferred ? 'button-primary' : ''}`}
        onClick={onChoose}
      >
        {t.continueWith[method]}
      </button>
    </li>
  );
}
