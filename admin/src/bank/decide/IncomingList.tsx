import { Box, Button, Chip, Typography } from '@mui/material';
import { useId } from 'react';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import { type TransactionKind, type OutgoingReason, outgoingReasonNames } from '#domain/bank/outgoing';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { TextLink } from '../../ui/common/TextLink.js';
import { paymentPath } from '../../ui/paths.js';
import { ChoiceRows } from '../../ui/lists/SearchSection.js';
import { type Incoming, offsetRefusal } from './offsetPlan.js';
import { transactionTitle } from './transactionText.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

interface IncomingListProps {
  title: string;
  found: { incoming: Incoming; why: OutgoingReason[] }[];
  kind: TransactionKind;
  outgoing: BankTransaction;
  chosenId: string | undefined;
  onChoose: (incoming: Incoming | undefined) => void;
}

/** Incoming transactions to choose from; one that cannot be taken back says why. */
export function IncomingList({ title, found, kind, outgoing, chosenId, onChoose }: IncomingListProps) {
  const label = useTexts('resources.reconcile');
  const titleId = useId();
  return (
    <div>
      <Typography variant="h3" component="h2" id={titleId}>
        {title}
      </Typography>
      <ChoiceRows aria-labelledby={titleId}>
        {found.map(({ incoming, why }) => {
          const { _id, day, amount, rest, currency, payments } = incoming;
          const isChosen = chosenId === _id;
          const refusal = offsetRefusal(kind, outgoing, incoming);
          const name = `${transactionTitle(incoming)}, ${formatDay(day)}`;
          return (
            <li key={_id} data-chosen={isChosen || undefined}>
              <div>
                <strong>{formatNamedMoney(amount, currency)}</strong> <span>· {formatDay(day)}</span>
                <div>{transactionTitle(incoming)}</div>
                {payments.map(({ paymentId, referenceNumber }) => (
                  <div key={paymentId}>
                    <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink>
                  </div>
                ))}
                {kind === 'return' && rest > 0 && (
                  <div>{label('leftOver', { amount: formatNamedMoney(rest, currency) })}</div>
                )}
                {refusal && <div>{label(`outgoingKind.refused.${refusal}`)}</div>}
                {why.length > 0 && (
                  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
                    {why.map((reason) => (
                      <Chip
                        key={reason}
                        component="span"
                        variant="outlined"
                        label={outgoingReasonNames[reason]}
                      />
                    ))}
                  </Box>
                )}
              </div>
              <Button
                size="small"
                variant={isChosen ? 'text' : 'outlined'}
                disabled={!isChosen && refusal !== undefined}
                aria-pressed={isChosen}
                aria-label={label(isChosen ? 'match.removeOf' : 'match.chooseOf', { reference: name })}
                onClick={() => onChoose(isChosen ? undefined : incoming)}
              >
                <span>{label(isChosen ? 'match.remove' : 'match.choose')}</span>
              </Button>
            </li>
          );
        })}
      </ChoiceRows>
    </div>
  );
}
