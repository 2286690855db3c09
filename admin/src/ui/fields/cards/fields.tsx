import OpenIcon from '@mui/icons-material/OpenInNew';
import { Button, Chip } from '@mui/material';
import {
  type CardEvent,
  type CardEventState,
  cardEventStateNames,
  cardEventStateTones,
  heldReasonText,
} from '#domain/cards/cards';
import { currencies, type Currency, formatNamedMoney } from '#domain/platform/money';
import { type PayoutState, payoutStateNames, payoutStateTones } from '#domain/payouts/payouts';
import { TextLink, ToneChip } from '../../common/fields.js';
import { paymentPath } from '../../paths.js';
import { useTranslate } from '../../i18n/useTranslate.js';

/** The state of a payout: whether a bank transaction is it. */
export const PayoutStateChip = ({ state }: { state: PayoutState }) => (
  <ToneChip name={payoutStateNames[state] ?? state} tone={payoutStateTones[state] ?? 'neutral'} />
);

/** Marks what came from the provider's test mode: no money, and counted in no figure. */
export function TestChip() {
  const translate = useTranslate();
  return (
    <Chip
      component="span"
      variant="outlined"
      label={translate('admin.testMode.name')}
      title={translate('admin.testMode.hint')}
    />
  );
}

/** The state of a card event. */
export const CardEventStateChip = ({ state }: { state: CardEventState }) => (
  <ToneChip name={cardEventStateNames[state] ?? state} tone={cardEventStateTones[state] ?? 'neutral'} />
);

/** "CA$2,256.61", or "EUR 12.00" in a currency that is not recorded here; undefined without an amount. */
export function cardEventAmount({
  amount,
  currency,
}: Pick<CardEvent, 'amount' | 'currency'>): string | undefined {
  if (amount === undefined || !currency) return undefined;
  if ((currencies as readonly string[]).includes(currency))
    return formatNamedMoney(amount, currency as Currency);
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' }).format(
    amount,
  );
}

/** Opens a payment on the provider's own site, in a new tab. */
export function ProviderLink({ address, provider }: { address: string; provider: string }) {
  const translate = useTranslate();
  return (
    <Button
      variant="outlined"
      size="small"
      component="a"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      startIcon={<OpenIcon />}
      sx={{ display: 'flex', width: 'fit-content', mt: 0.5 }}
    >
      {translate('resources.card-events.openIn', { provider })}
    </Button>
  );
}

/** The payment of an event, or why it has none, in one line. */
export function CardEventMatch({ event }: { event: CardEvent }) {
  const translate = useTranslate();
  const { state, heldReason, paymentId, referenceNumber, customer, decided } = event;
  const told = [
    paymentId && !referenceNumber && translate('resources.card-events.paymentDeleted'),
    customer?.fullName,
    state === 'held' && heldReason && heldReasonText(heldReason, event),
    state === 'waiting' && translate('resources.card-events.waiting'),
    state === 'dismissed' && decided?.reason,
  ];
  return (
    <>
      {paymentId && referenceNumber && <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink>}{' '}
      <span data-quiet>{told.filter(Boolean).join(' · ')}</span>
    </>
  );
}
