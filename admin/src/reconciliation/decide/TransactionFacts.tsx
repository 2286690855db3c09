import { useTranslate } from 'react-admin';
import { formatDay } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import { transactionStateNames } from '#domain/reconciliation';
import { Details } from '../../ui/common/Details.js';
import { MarkedText } from './MarkedText.js';
import { transactionReferences } from './transactionText.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';

/** The details of a transaction from the bank's file. */
export function TransactionFacts({ transaction }: { transaction: TransactionRecord }) {
  const translate = useTranslate();
  const { nameOf } = useBankAccounts();
  const { day, bankAccountId, payer, text, bankId, state, rest, amount, currency, allocations } = transaction;
  const { charges } = transaction;
  const label = (name: string) => translate(`resources.reconcile.facts.${name}`);
  const references = transactionReferences(transaction);
  const isPart = allocations.length > 0 && rest !== 0;
  return (
    <Details
      rows={[
        [label('day'), formatDay(day)],
        payer && [label('payer'), payer],
        [label('text'), <MarkedText key="text" text={text} references={references} />],
        [label('account'), nameOf(bankAccountId)],
        bankId && [label('bankId'), bankId],
        charges !== undefined && [label('charges'), formatNamedMoney(charges, currency)],
        [label('state'), transactionStateNames[state]],
        isPart && [
          label('rest'),
          translate('resources.reconcile.restOf', {
            rest: formatNamedMoney(Math.abs(rest), currency),
            amount: formatNamedMoney(Math.abs(amount), currency),
          }),
        ],
      ]}
    />
  );
}
