import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { formatNamedMoney } from '#domain/money';
import { TextLink } from '../../ui/common/TextLink.js';
import { PaymentChips } from '../../fields/payments/fields.js';
import { paymentPath } from '../../ui/paths.js';
import { PaymentSearchSection } from '../../ui/lists/SearchSection.js';
import { foundPayment, type MatchablePayment, takesMoney } from './matchPlan.js';

interface PaymentSearchProps {
  chosen: string[];
  onChoose: (payment: MatchablePayment) => void;
  isRefund: boolean;
}

/** Finds payments: those that are not proposed, and further parts of a split. */
export function PaymentSearch({ chosen, onChoose, isRefund }: PaymentSearchProps) {
  const translate = useTranslate();
  const label = (name: string, options?: object) => translate(`resources.reconcile.match.${name}`, options);
  return (
    <PaymentSearchSection>
      {(found) => {
        const payment = foundPayment(found);
        const { id, referenceNumber, customer, currency } = payment;
        const isChosen = chosen.includes(id);
        const takes = takesMoney(payment, isRefund);
        return (
          <li key={id} data-chosen={isChosen || undefined}>
            <div>
              <strong>{customer || translate('resources.payments.none')}</strong>{' '}
              <PaymentChips payment={found} />
              <div>
                <TextLink to={paymentPath(id)}>{referenceNumber}</TextLink> ·{' '}
                {formatNamedMoney(found.amount, currency)}
              </div>
              {!takes && <div>{label(isRefund ? 'nothingReceived' : 'nothingOpen')}</div>}
            </div>
            <Button
              size="small"
              variant="outlined"
              disabled={isChosen || !takes}
              aria-label={label('chooseOf', { reference: referenceNumber })}
              onClick={() => onChoose(payment)}
            >
              {label(isChosen ? 'chosen' : 'choose')}
            </Button>
          </li>
        );
      }}
    </PaymentSearchSection>
  );
}
