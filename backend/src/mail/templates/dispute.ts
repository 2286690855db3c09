import { cardProviderNames, wantsAnswer } from '#domain/cards/cards';
import type { CardProvider } from '#domain/payments/payment-card';
import type { Calendar } from '#domain/platform/calendar';
import { humanize } from '#domain/platform/humanize';
import { formatAnyMoney } from '#domain/platform/money';
import { pages } from '#domain/platform/pages';
import { momentText } from './account.js';
import type { MailContent } from './layout.js';

/** The news of a dispute: it has opened, its answer is due soon, or it has closed. */
export type DisputeStage = 'opened' | 'due' | 'closed';

/** A dispute of a card payment as it is told; it names no person. */
export interface DisputeFacts {
  event: 'dispute';
  stage: DisputeStage;
  provider: CardProvider;
  paymentId: string;
  reference: string;
  amount: number;
  currency: string;
  /** In the provider's words. */
  reason: string;
  status: string;
  dueBy: Date | null;
}

/** Returns what has happened, and what to do about it. */
function sentences({ stage, status, provider }: DisputeFacts): { title: string; paragraph: string } {
  const name = cardProviderNames[provider];
  if (stage === 'closed')
    return status === 'lost'
      ? {
          title: 'A dispute was lost',
          paragraph: `The payer has the amount back from their bank, and the payment says so. There is no answer to give any more: agree with the customer on how they pay what they still owe.`,
        }
      : {
          title: 'A dispute was closed in your favour',
          paragraph: 'It was won or withdrawn: the amount is yours. There is nothing to do.',
        };
  if (!wantsAnswer(status))
    return {
      title: 'A card payment is disputed',
      paragraph: `An answer was given, and is being looked at. There is nothing to do until the dispute closes.`,
    };
  const answer = `Answer in ${name}'s dashboard: the payment's page links to it, and has the dispute file to download. A dispute without an answer is lost.`;
  return stage === 'due'
    ? { title: 'A dispute still waits for your answer', paragraph: answer }
    : {
        title: 'A card payment is disputed',
        paragraph: `The payer asks their bank for the money back. ${answer}`,
      };
}

/** Tells the operator of a dispute, by the office's clock. */
export function disputeMail(facts: DisputeFacts, siteUrl: string, calendar: Calendar): MailContent {
  const { stage, reference, reason, status, dueBy, paymentId } = facts;
  const { title, paragraph } = sentences(facts);
  const amount = formatAnyMoney(facts.amount, facts.currency);
  const isDue = stage !== 'closed' && wantsAnswer(status);
  const day = isDue && dueBy ? `, answer by ${calendar.dayOf(dueBy)}` : '';
  const subjects: Record<DisputeStage, string> = {
    opened: `${reference}: dispute of ${amount} opened${day}`,
    due: `${reference}: dispute of ${amount} unanswered${day}`,
    closed: `${reference}: dispute of ${amount} ${status === 'lost' ? 'lost' : 'closed in your favour'}`,
  };
  return {
    subject: subjects[stage],
    title,
    blocks: [
      { paragraph },
      {
        facts: [
          ['Reference', reference],
          ['Disputed amount', amount],
          ['Reason', humanize(reason)],
          ...(isDue
            ? [
                [
                  'Answer by',
                  dueBy ? momentText(dueBy, calendar) : `${cardProviderNames[facts.provider]} names the day`,
                ] as const,
              ]
            : []),
        ],
      },
      { link: { label: 'Open the payment', url: `${siteUrl}${pages.payments}/${paymentId}` } },
    ],
  };
}
