import { isByBank, type MoneyLine } from '#domain/documents/money-lines';
import { formatAnyMoney } from '#domain/platform/money';
import { fill } from '#domain/texts/catalogue';
import type { MailContent } from './layout.js';
import { mailTexts, type OrderFacts, referenceRow, settledText } from './order-facts.js';

/** The refunded amount as it moves. */
export interface RefundFacts {
  refund: number;
  /** Its currency; that of the total shown to the visitor where it is missing, as in mails of before. */
  currency?: string;
  /** The amount in the payment's currency, where it moves in another one. */
  settled?: number;
  /** Missing in mails of before, which were about banks and cards. */
  way?: MoneyLine['way'];
  /** Of a part only: all that was refunded with it, in the payment's currency. */
  refundedInAll?: number;
}

/** Announces the refund to the visitor. */
export function refundedMail(order: OrderFacts, facts: RefundFacts): MailContent {
  const { refund, currency = order.price.currency, settled, way, refundedInAll } = facts;
  const { language, reference } = order;
  const { greeting, openPage, rows, refunded: t } = mailTexts[language];
  const values = { reference, refund: formatAnyMoney(refund, currency, language) };
  const row =
    settled === undefined
      ? values.refund
      : settledText(order, { amount: settled, original: { amount: refund, currency } });
  return {
    subject: fill(t.subject, values),
    title: refundedInAll === undefined ? t.title : t.titleOfPart,
    blocks: [
      { paragraph: greeting },
      { paragraph: fill(way === undefined || isByBank(way) ? t.text : t.textByHand, values) },
      { facts: [referenceRow(order), [rows.refund, row]] },
      { link: { label: openPage, url: order.url } },
    ],
  };
}
