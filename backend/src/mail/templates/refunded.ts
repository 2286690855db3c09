import { fill } from '#domain/texts/catalogue';
import type { MailContent } from './layout.js';
import { mailTexts, type OrderFacts, partText, referenceRow } from './order-facts.js';

/** The refunded amount, as shown to the visitor. */
export interface RefundFacts {
  refund: number;
  /** Of a part only: all that was refunded with it, in the payment's currency. */
  refundedInAll?: number;
}

/** Announces the refund to the visitor. */
export function refundedMail(order: OrderFacts, { refund, refundedInAll }: RefundFacts): MailContent {
  const { greeting, openPage, rows, refunded: t } = mailTexts[order.language];
  const values = { reference: order.reference, refund: partText(order, refund) };
  return {
    subject: fill(t.subject, values),
    title: refundedInAll === undefined ? t.title : t.titleOfPart,
    blocks: [
      { paragraph: greeting },
      { paragraph: fill(t.text, values) },
      { facts: [referenceRow(order), [rows.refund, values.refund]] },
      { link: { label: openPage, url: order.url } },
    ],
  };
}
