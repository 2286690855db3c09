import { Button, FormControlLabel, Radio, RadioGroup, Skeleton, Stack, Typography } from '@mui/material';
import { type SubmitEvent, useId, useState } from 'react';
import { useGetList } from 'react-admin';
import { formatDay } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { asCents, formatCents, formatNamedMoney, plainCents, toAmount } from '#domain/platform/money';
import {
  type OutgoingKind,
  outgoingKindNames,
  outgoingKinds,
  type OutgoingMatchInput,
  type OutgoingReason,
  outgoingReasonNames,
  type TransactionKind,
} from '#domain/bank/outgoing';
import { type BankTransaction, matchNoteRule } from '#domain/bank/reconciliation';
import { parseTypedAmount } from '#domain/platform/typed-amount';
import { pageQuery } from '../../data/queryClient.js';
import type { TransactionRecord } from '../../data/records.js';
import { SafeConfirm } from '../../ui/forms/FormDialog.js';
import { ChoiceRows, SearchSection } from '../../ui/lists/SearchSection.js';
import { AmountField, NoteField, Refusals } from './MatchLineFields.js';
import { asIncoming, type Incoming, offsetAmount, offsetRefusal } from './offsetPlan.js';
import { transactionTitle } from './transactionText.js';
import type { DecisionProps } from './useTransactionActions.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { ChipLine, Hint, TextLink } from '../../ui/common/fields.js';
import { paymentPath } from '../../ui/paths.js';
import { MatchForm } from './MatchForm.js';

interface IncomingListProps {
  title: string;
  found: { incoming: Incoming; why: OutgoingReason[] }[];
  kind: TransactionKind;
  outgoing: BankTransaction;
  chosenId: string | undefined;
  onChoose: (incoming: Incoming | undefined) => void;
}

/** Incoming transactions to choose from; one that cannot be taken back says why. */
function IncomingList({ title, found, kind, outgoing, chosenId, onChoose }: IncomingListProps) {
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
                {why.length > 0 && <ChipLine names={why.map((reason) => outgoingReasonNames[reason])} />}
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

interface IncomingSearchProps {
  kind: TransactionKind;
  outgoing: BankTransaction;
  chosenId: string | undefined;
  onChoose: (incoming: Incoming | undefined) => void;
}

/** Finds incoming transactions by payer, text or amount. */
function IncomingSearch({ kind, outgoing, chosenId, onChoose }: IncomingSearchProps) {
  const translate = useTranslate();
  const [search, setSearch] = useState('');
  const state = useGetList<TransactionRecord>(
    'bank-transactions',
    {
      filter: { search },
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'day', order: 'DESC' },
    },
    { ...pageQuery, enabled: search !== '', gcTime: 0 },
  );
  const label = textsOf(translate, 'resources.reconcile.outgoingKind');
  const incoming = (state.data ?? []).filter(({ amount }) => amount > 0).map(asIncoming);
  return (
    <SearchSection
      label={label('search')}
      text={search}
      onSearch={setSearch}
      state={state}
      failure={messages.fetchTransactions}
      texts={{ searching: translate('resources.reconcile.match.searching'), notFound: label('notFound') }}
      isEmpty={incoming.length === 0 && state.data !== undefined}
    >
      <IncomingList
        title={label('found')}
        found={incoming.map((one) => ({ incoming: one, why: [] }))}
        kind={kind}
        outgoing={outgoing}
        chosenId={chosenId}
        onChoose={onChoose}
      />
    </SearchSection>
  );
}

/** The form of a reversal, a return or a refund that came back: the transaction that is taken back, proposed or found. */
export function OffsetForm({ kind, transaction, actions }: DecisionProps & { kind: TransactionKind }) {
  const translate = useTranslate();
  const [chosen, setChosen] = useState<Incoming>();
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [isAsking, setAsking] = useState(false);
  const label = textsOf(translate, 'resources.reconcile.outgoingKind');
  const { id, currency, version, proposals = [] } = transaction;
  const proposed = proposals.flatMap((one) =>
    one.kind === kind ? [{ incoming: one.transaction, why: one.why }] : [],
  );
  const busyWith = actions.busyWith(id);
  const failure = actions.failure?.id === id ? actions.failure.errors : {};
  const most = chosen ? offsetAmount(kind, transaction, chosen) : asCents(0);
  const typed = kind !== 'return' ? most : (parseTypedAmount(amount).cents ?? asCents(0));
  const noteError = matchNoteRule(note, {});
  const isValid = chosen !== undefined && typed > 0 && typed <= most && !noteError;
  const choose = (incoming: Incoming | undefined) => {
    setChosen(incoming);
    if (incoming) setAmount(plainCents(offsetAmount(kind, transaction, incoming)));
  };
  const send = () => {
    setAsking(false);
    if (!chosen) return;
    const input: OutgoingMatchInput = { kind, transactionId: chosen._id, amount: toAmount(typed), version };
    actions.match(transaction, note.trim() ? { ...input, note: note.trim() } : input);
  };
  const owed = kind === 'reversal' && chosen ? chosen.payments : [];
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isValid || busyWith) return;
    // A payment that is owed again is asked about first.
    if (owed.length) setAsking(true);
    else send();
  };
  const owedText = label('owed', {
    smart_count: owed.length,
    references: owed.map(({ referenceNumber }) => referenceNumber).join(', '),
  });

  return (
    <Stack component="form" noValidate spacing={2} aria-label={outgoingKindNames[kind]} onSubmit={submit}>
      {proposed.length > 0 && (
        <IncomingList
          title={label(`proposed.${kind}`)}
          found={proposed}
          outgoing={transaction}
          kind={kind}
          chosenId={chosen?._id}
          onChoose={choose}
        />
      )}
      {kind !== 'refundReturned' && (
        <IncomingSearch kind={kind} outgoing={transaction} chosenId={chosen?._id} onChoose={choose} />
      )}
      {chosen && (
        <>
          <Typography>
            {label(`takes.${kind}`, {
              amount: formatNamedMoney(Math.abs(chosen.amount), chosen.currency),
              name: transactionTitle(chosen),
              day: formatDay(chosen.day),
            })}{' '}
            {owed.length > 0 && owedText}
          </Typography>
          {kind === 'return' && (
            <AmountField
              id={`return-${id}`}
              label={translate('resources.reconcile.match.amount', { currency })}
              value={amount}
              currency={currency}
              error={typed > most ? label('most', { amount: formatCents(most, currency) }) : undefined}
              onChange={setAmount}
            />
          )}
          <NoteField value={note} onChange={setNote} />
          <Refusals of={[failure.transactionId, failure.amount]} />
          <div>
            <Button
              type="submit"
              data-main-action
              variant="contained"
              disabled={!isValid}
              loading={busyWith === 'match'}
            >
              <span>{label(`submit.${kind}`, { amount: formatCents(typed, currency) })}</span>
            </Button>
          </div>
        </>
      )}
      {isAsking && (
        <SafeConfirm
          title={label('ask')}
          content={[owedText]}
          confirm={label('submit.reversal', { amount: formatCents(typed, currency) })}
          onConfirm={send}
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}

/** Asks for the meaning of money that went out, the likely one first, and for what it takes back. */
export function OutgoingForm({ transaction, actions, isPartial }: DecisionProps & { isPartial: boolean }) {
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
                  <Hint>{translate(`resources.reconcile.outgoingKind.hints.${one}`)}</Hint>
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
