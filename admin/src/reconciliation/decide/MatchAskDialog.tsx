import { useTranslate } from 'react-admin';
import { statusNames } from '#domain/payments';
import { AskDialog } from '../../ui/common/AskDialog.js';
import type { linesToAsk } from './matchPlan.js';

interface MatchAskDialogProps {
  asked: ReturnType<typeof linesToAsk>;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a match revives a failed or cancelled payment, or marks one as refunded. */
export function MatchAskDialog({ asked, onConfirm, onClose }: MatchAskDialogProps) {
  const translate = useTranslate();
  const label = (name: string, options?: object) => translate(`resources.reconcile.ask.${name}`, options);
  return (
    <AskDialog
      title={label('title')}
      texts={asked.map(({ payment: { referenceNumber, customer, status }, becomes }) =>
        label('text', {
          reference: referenceNumber,
          customer: customer || translate('resources.payments.none'),
          status: statusNames[status],
          becomes: statusNames[becomes],
        }),
      )}
      confirm={label('confirm')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
