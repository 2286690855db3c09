import type { ReactNode } from 'react';
import { formatDay } from '#domain/platform/dates';
import { formatApproximateUsd, formatNamedMoney, plainAmount, quotedCurrency } from '#domain/platform/money';
import type { Order } from '#domain/visitor/orders';
import { CopyButton } from '../parts/CopyButton.js';
import { Instructions } from '../parts/Instructions.js';
import { fill } from '#domain/texts/catalogue';
import { useLanguage, useTexts } from '../texts/language.js';

/** The details needed to send the transfer, each with a copy button; its children say more of the amount. */
export function HowToPay({ order, children }: { order: Order; children?: ReactNode }) {
  const t = useTexts();
  const language = useLanguage();
  const { reference, amount, due = amount.value, instructions, bankSeenUntil, status } = order;
  return (
    <section className="panel" aria-labelledby="pay">
      <h2 id="pay">{t.howToPay}</h2>
      <dl className="pay-rows">
        <div className="pay-row">
          <dt>{status === 'partly' ? t.amountMissing : t.amount}</dt>
          <dd>
            <strong className="pay-value" translate="no">
              {formatNamedMoney(due, amount.currency, language)}
            </strong>
            {order.abroad && amount.currency === quotedCurrency && (
              <small className="muted" translate="no">
                {fill(t.approximately, { amount: formatApproximateUsd(due, language) })}
              </small>
            )}
            <CopyButton text={plainAmount(due)} what="amount" />
            {children}
          </dd>
        </div>
        <div className="pay-row">
          <dt>{t.transferMessage}</dt>
          <dd>
            <strong className="reference-number" translate="no">
              {reference}
            </strong>
            <CopyButton text={reference} what="reference" />
          </dd>
        </div>
      </dl>
      <p className="field-hint">{t.messageHint}</p>
      <h3>{t.accountDetails}</h3>
      <Instructions text={instructions} isEnglish={order.instructionsInEnglish} />
      <p className="copied">
        <CopyButton text={instructions} what="account" />
      </p>
      {bankSeenUntil && (
        <p className="muted bank-seen">{fill(t.seenUntil, { day: formatDay(bankSeenUntil, language) })}</p>
      )}
    </section>
  );
}
