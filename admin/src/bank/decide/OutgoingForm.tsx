import { FormControlLabel, Radio, RadioGroup, Skeleton, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { type OutgoingKind, outgoingKindNames, outgoingKinds } from '#domain/bank/outgoing';
import type { TransactionRecord } from '../../data/records.js';
import { MatchForm } from './MatchForm.js';
import { OffsetForm } from './OffsetForm.js';
import type { TransactionActions } from './useTransactionActions.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

interface OutgoingFormProps {
  transaction: TransactionRecord;
  actions: TransactionActions;
  /** True for the list's record, until the transaction itself is loaded. */
  isPartial: boolean;
}

/** Asks for the meaning of money that went out, the likely one first, and for what it takes back. */
export function OutgoingForm({ transaction, actions, isPartial }: OutgoingFormProps) {
  const translate = useTranslate();
  const [chosen, setChosen] = useState<OutgoingKind>();
  if (isPartial) return <Skeleton variant="rounded" height={240} />;
  const { proposals = [], candidates } = transaction;
  const likely = proposals.flatMap(({ kind }) => outgoingKinds.find((one) => one === kind) ?? []);
  const kinds = [...new Set([...likely, ...outgoingKinds])];
  const kind = chosen ?? kinds[0]!;
  const payments = [
    ...proposals.flatMap((proposal) => (proposal.kind === 'refund' ? [proposal.payment] : [])),
    ...candidates,
  ];
  const refundable = [...new Map(payments.map((payment) => [payment.paymentId, payment])).values()];
  return (
    <Stack spacing={2}>
      <div>
        <Typography variant="h3" component="h2" id="outgoing-kind">
          {translate('resources.reconcile.outgoingKind.title')}
        </Typography>
        <RadioGroup
          aria-labelledby="outgoing-kind"
          value={kind}
          onChange={(_event, value) => setChosen(value as OutgoingKind)}
        >
          {kinds.map((one) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio />}
              sx={{ alignItems: 'flex-start', '& > .MuiRadio-root': { mt: '-9px' }, mt: 1 }}
              label={
                <>
                  {outgoingKindNames[one]}
                  <Typography variant="body2" color="text.secondary">
                    {translate(`resources.reconcile.outgoingKind.hints.${one}`)}
                  </Typography>
                </>
              }
            />
          ))}
        </RadioGroup>
      </div>
      {kind === 'refund' ? (
        <MatchForm
          transaction={{ ...transaction, candidates: refundable }}
          actions={actions}
          isPartial={isPartial}
        />
      ) : (
        <OffsetForm key={kind} kind={kind} transaction={transaction} actions={actions} />
      )}
    </Stack>
  );
}
