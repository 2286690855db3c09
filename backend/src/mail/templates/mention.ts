import { pages } from '#domain/platform/pages';
import type { MailContent } from './layout.js';

/** A comment that mentions a colleague, and the customer or payment that it is on. */
export interface MentionFacts {
  text: string;
  /** The author's name. */
  by: string;
  on: { resource: 'customers' | 'payments'; id: string; name: string };
}

/** Tells a colleague of a comment; its text is shown as it was typed. */
export const mentionMail = ({ text, by, on }: MentionFacts, siteUrl: string): MailContent => ({
  subject: `${on.name}: ${by} mentions you in a comment`,
  title: `${by} mentions you in a comment`,
  blocks: [
    { facts: [[on.resource === 'payments' ? 'Payment' : 'Customer', on.name]] },
    { lines: text },
    {
      link: {
        label: on.resource === 'payments' ? 'Open the payment' : 'Open the customer',
        url: `${siteUrl}${pages[on.resource]}/${on.id}`,
      },
    },
  ],
});
