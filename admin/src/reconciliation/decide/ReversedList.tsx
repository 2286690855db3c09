import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatNamedMoney } from '#domain/money';
import type { BankTransaction } from '#domain/reconciliation';
import { TextLink } from '../../ui/common/TextLink.js';
import { paymentPath } from '../../ui/paths.js';
import { PartRows } from './PartRows.js';

/** The payments that a transaction had settled until the bank reversed it. */
export function ReversedList({ parts }: { parts: NonNullable<BankTransaction['reversed']> }) {
  const translate = useTranslate();
  return (
    <div>
      <Typography variant="h3" component="h2" id="transaction-reversed">
        {translate('resources.reconcile.outgoingKind.reversedParts')}
      </Typography>
      <PartRows aria-labelledby="transaction-reversed">
        {parts.map(({ _id, paymentId, referenceNumber, amount, currency }) => (
          <li key={_id}>
            <div>
              <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink>
              <div>{formatNamedMoney(amount, currency)}</div>
            </div>
          </li>
        ))}
      </PartRows>
    </div>
  );
}
