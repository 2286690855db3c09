import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { cardMessages } from '#domain/cards';
import { formatDate } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import { PaymentChips } from '../../fields/payments/fields.js';
import { TextLink } from '../../ui/common/TextLink.js';
import { paymentPath } from '../../ui/paths.js';
import type { AssignablePayment } from './assignablePayment.js';

interface AssignRowProps {
  payment: AssignablePayment;
  isBusy: boolean;
  /** True for the best proposal, which Enter takes. */
  isMain?: boolean;
  onAssign: (payment: AssignablePayment) => void;
  /** The reasons to propose it. */
  children?: ReactNode;
}

/** A payment that the event may be applied to. */
export function AssignRow({ payment, isBusy, isMain = false, onAssign, children }: AssignRowProps) {
  const translate = useTranslate();
  const { paymentId, referenceNumber, customer, amount, currency, createdAt, card } = payment;
  return (
    <li>
      <div>
        <strong>{customer?.fullName ?? translate('resources.payments.none')}</strong>{' '}
        <PaymentChips payment={payment} />
        <div>
          <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink>
        </div>
        <div>
          {formatNamedMoney(amount, currency)} · {formatDate(createdAt)}
        </div>
        {card && <div>{cardMessages.hasCard}</div>}
        {children}
      </div>
      <Button
        size="small"
        variant={isMain ? 'contained' : 'outlined'}
        data-main-action={isMain ? '' : undefined}
        disabled={isBusy || card !== undefined}
        aria-label={translate('resources.card-events.assignTo', { reference: referenceNumber })}
        onClick={() => onAssign(payment)}
      >
        {translate('resources.card-events.assign')}
      </Button>
    </li>
  );
}
