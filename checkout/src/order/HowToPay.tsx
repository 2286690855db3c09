import { formatDay } from '#domain/dates';
import { formatNamedMoney, plainAmount } from '#domain/money';
import type { Order } from '#domain/orders';
import { CopyButton } from '../parts/CopyButton.js';
import { Instructions } from '../parts/Instructions.js';

/** The details needed to send the transfer, each with a copy button. */
export function HowToPay({ order }: { order: Order }) {
  const { reference, amount, due = amount.value, instructions, bankSeenUntil, status } = order;
  return (
    <section className="panel" aria-labelledby="pay">
      <h2 id="pay">How to pay</h2>
      <dl className="pay-rows">
        <div className="pay-row">
          <dt>{status === 'partly' ? 'Amount that is missing' : 'Amount'}</dt>
          <dd>
            <strong className="pay-value">{formatNamedMoney(due, amount.currency)}</strong>
            <CopyButton text={plainAmount(due)} what="amount" />
          </dd>
        </div>
        <div className="pay-row">
          <dt>Message of your transfer</dt>
          <dd>
            <strong className="reference-number">{reference}</strong>
            <CopyButton text={reference} what="reference number" />
          </dd>
        </div>
      </dl>
      <p className="field-hint">
        Write the reference number, and nothing else, into the message of your transfer, so that we know it is
        yours.
      </p>
      <h3>Account details</h3>
      <Instructions text={instructions} />
      <p className="copied">
        <CopyButton text={instructions} what="account details" />
      </p>
      {bankSeenUntil && (
        <p className="muted bank-seen">
          We have looked at the transfers that reached our bank up to {formatDay(bankSeenUntil)}.
        </p>
      )}
    </section>
  );
}
