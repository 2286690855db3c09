import { Alert, Box, Button, Chip, Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { FunctionField, ResourceContextProvider, SimpleShowLayout } from 'react-admin';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import type { PayoutProposal } from '#domain/bank/outgoing';
import { useRead } from '../../data/useCall.js';
import type { TransactionRecord } from '../../data/records.js';
import { PayoutLines } from '../../ui/fields/cards/PayoutLines.js';
import { NotLoaded } from '../../ui/common/Section.js';
import { TextLink } from '../../ui/common/fields.js';
import { ChoiceRows } from '../../ui/lists/SearchSection.js';
import { payoutPath } from '../../ui/paths.js';
import { Refusals } from './MatchLineFields.js';
import type { DecisionProps } from './useTransactionActions.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** The payouts that are proposed for a transaction. */
export const payoutsOf = ({ proposals = [] }: Pick<TransactionRecord, 'proposals'>): PayoutProposal[] =>
  proposals.flatMap((one) => (one.kind === 'payout' ? [one] : []));

/** The lines of a payout: its charges, with their payments. */
function ProposedLines({ id }: { id: string }) {
  const { data, error, refetch } = useRead(['card-payouts', 'lines', id], 'GET /card-payouts/{id}', { id });
  if (!data) return <NotLoaded error={error} refetch={refetch} height={120} />;
  return (
    <Paper variant="outlined" sx={{ mt: 1.5, maxHeight: 360, overflow: 'auto' }} tabIndex={0} role="group">
      <PayoutLines payout={data} />
    </Paper>
  );
}

interface ProposedPayoutProps extends DecisionProps {
  proposal: PayoutProposal;
}

/** The payout that is about to be matched: its amounts, how they differ, and its lines. */
function ProposedPayout({ proposal: { payout, difference }, transaction, actions }: ProposedPayoutProps) {
  const label = useTexts('resources.reconcile.payout');
  const { _id, day, gross, fee, net, currency } = payout;
  const money = (value: number) => formatNamedMoney(value, currency);
  const busyWith = actions.busyWith(transaction.id);
  const failure = actions.failure?.id === transaction.id ? actions.failure.errors : {};
  const match = () =>
    actions.match(transaction, {
      kind: 'payout',
      payoutId: _id,
      version: transaction.version,
      ...(difference && { acceptDifference: true }),
    });
  return (
    <>
      <ResourceContextProvider value="card-payouts">
        <SimpleShowLayout record={{ ...payout, id: _id }}>
          <FunctionField
            label={label('payout')}
            render={() => (
              <TextLink to={payoutPath(_id)}>{label('of', { day: formatDay(day), id: _id })}</TextLink>
            )}
          />
          <FunctionField source="gross" render={() => money(gross)} />
          <FunctionField source="fee" render={() => money(fee)} />
          <FunctionField source="net" render={() => money(net)} />
        </SimpleShowLayout>
      </ResourceContextProvider>
      {difference && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {label('differs', { difference })}
        </Alert>
      )}
      <Refusals of={[failure.payoutId, failure.acceptDifference]} mt={1} />
      <Button
        variant={difference ? 'outlined' : 'contained'}
        data-main-action={difference ? undefined : ''}
        loading={busyWith === 'match'}
        disabled={busyWith !== undefined}
        onClick={match}
        sx={{ mt: 1.5 }}
      >
        <span>{label(difference ? 'matchDiffering' : 'match')}</span>
      </Button>
      <ProposedLines key={_id} id={_id} />
    </>
  );
}

/**
 * Proposes the payout that a transaction is, with what it consists of, and matches it: by Enter, too, where the amount is the
 * payout's. Another amount is named before it is accepted.
 */
export function PayoutOffer({ transaction, actions }: DecisionProps) {
  const translate = useTranslate();
  const [chosen, setChosen] = useState<string>();
  const label = textsOf(translate, 'resources.reconcile.payout');
  const proposals = payoutsOf(transaction);
  const [best] = proposals;
  // Once: the next one must not slide under the button where a colleague has matched this one meanwhile.
  if (best && chosen === undefined) setChosen(best.payout._id);
  if (!best) return null;
  const proposal = proposals.find(({ payout }) => payout._id === chosen);
  const others = proposals.filter((one) => one !== proposal);
  return (
    <section aria-labelledby="payout-offer">
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1 }}>
        <Typography variant="h3" component="h2" id="payout-offer">
          {label('title')}
        </Typography>
        {proposal && proposal.why.length > 0 && <Chip variant="outlined" label={label('why')} />}
      </Box>
      {proposal && <ProposedPayout proposal={proposal} transaction={transaction} actions={actions} />}
      {others.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <Typography variant="h3" component="h2" id="payout-others">
            {label('others')}
          </Typography>
          <ChoiceRows aria-labelledby="payout-others">
            {others.map((one) => (
              <li key={one.payout._id}>
                <div>
                  <strong>{formatNamedMoney(one.payout.net, one.payout.currency)}</strong>{' '}
                  <span>· {formatDay(one.payout.day)}</span>
                  {one.difference && <div>{label('row', { difference: one.difference })}</div>}
                </div>
                <Button
                  size="small"
                  variant="outlined"
                  aria-label={translate('resources.reconcile.match.chooseOf', { reference: one.payout._id })}
                  onClick={() => setChosen(one.payout._id)}
                >
                  {translate('resources.reconcile.match.choose')}
                </Button>
              </li>
            ))}
          </ChoiceRows>
        </Box>
      )}
    </section>
  );
}
