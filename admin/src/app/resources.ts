import { audit } from '../audit/index.js';
import { cardEvents } from '../cards/index.js';
import { customers } from '../customers/index.js';
import { mails } from '../mails/index.js';
import { overdue } from '../overdue/index.js';
import { payments } from '../payments/index.js';
import { people } from '../people/index.js';
import { reconcile } from '../reconciliation/index.js';
import { reports } from '../reports/index.js';

/** The resources of the back-office in the order of the drawer, which has a line between the groups. */
export const resourceGroups = [
  [customers, payments],
  [overdue, reconcile, cardEvents, mails, reports],
  [people, audit],
];

export const allResources = resourceGroups.flat();
