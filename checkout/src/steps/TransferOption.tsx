import { methodCardTitles, type TransferMethod } from '#domain/checkout';

interface TransferOptionProps {
  method: TransferMethod;
  isPreferred: boolean;
  onChoose: () => void;
}

const descriptions: Record<TransferMethod, string> = {
  bankTransfer: 'Send the amount from your bank account. You see the account details on the next page.',
  wireTransfer:
    'Send the amount from your bank as an international wire. You see the account details on the next page.',
  interac: 'Send the amount by email from your Canadian online banking.',
};

/** A method that the visitor pays through their own bank; opens the details step. */
export function TransferOption({ method, isPreferred, onChoose }: TransferOptionProps) {
  return (
    <li className={isPreferred ? 'method method-preferred' : 'method'}>
      <div className="method-head">
        <h2>{methodCardTitles[method]}</h2>
        {isPreferred && <span className="chip">Preferred</span>}
      </div>
      <p>{descriptions[method]}</p>
      <button
        type="button"
        className={`button method-action ${isPreferred ? 'button-primary' : ''}`}
        onClick={onChoose}
      >
        Continue with {methodCardTitles[method]}
      </button>
    </li>
  );
}
