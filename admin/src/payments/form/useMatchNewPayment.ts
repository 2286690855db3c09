import { useDataProvider, useNotify } from 'react-admin';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney, toCents } from '#domain/platform/money';
import { errorMessage } from '#browser/http';
import type { dataProvider } from '../../data/dataProvider.js';
import type { PaymentRecord, TransactionRecord } from '../../data/records.js';
import { useWrite } from '../../data/useCall.js';
import { foundPayment, matchInput, planMatch, suggestLine } from '../../bank/decide/candidates/matchPlan.js';
import { transactionTitle } from '../../bank/decide/transactionText.js';
import { useOfferTransactionUndo } from '../../bank/decide/useUndoTransactions.js';
import { textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';

/**
 * Returns a function that matches a bank transaction to the payment that was recorded from it, and offers to undo the
 * match. Where the two do not go together, as in different currencies, the notice says that the match is still to make.
 */
export function useMatchNewPayment(transactionId: string) {
  const provider = useDataProvider<typeof dataProvider>();
  const translate = useTranslate();
  const notify = useNotify();
  const offerUndo = useOfferTransactionUndo();
  const label = textsOf(translate, 'resources.payments.form.payer');
  const { mutate } = useWrite({
    mutationKey: ['bank-transactions', 'matchNew'],
    mutationFn: async (payment: PaymentRecord) => {
      const { data: transaction } = await provider.getOne<TransactionRecord>('bank-transactions', {
        id: transactionId,
      });
      const line = suggestLine(
        foundPayment({ ...payment, customer: null }),
        transaction,
        toCents(transaction.rest),
      );
      if (!planMatch(transaction, [line], false).isValid) return undefined;
      const body = matchInput(transaction, [line], { acceptShortfall: false, note: '' });
      return provider.call('POST /bank-transactions/{id}/match', { id: transactionId, body });
    },
    onSuccess: (matched, { id, referenceNumber }) => {
      const part = matched?.allocations.find(({ paymentId }) => paymentId === id);
      if (!matched || !part) {
        notify(label('unmatched', { reference: referenceNumber }), { type: 'warning' });
        return;
      }
      const { version, made, currency } = matched;
      offerUndo(
        translate('resources.reconcile.done.match', {
          name: transactionTitle(matched),
          amount: formatNamedMoney(part.amount, currency),
        }),
        [{ id: transactionId, version, made }],
      );
    },
    onError: (error, { referenceNumber }) =>
      notify(
        `${label('unmatched', { reference: referenceNumber })} ${errorMessage(error, messages.matchTransaction)}`,
        { type: 'error', autoHideDuration: null },
      ),
  });
  return mutate;
}
