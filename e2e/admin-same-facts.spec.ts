import { pages } from '#domain/platform/pages';
import { choose, follow } from './support/admin.js';
import { expect } from './support/test.js';
import { expectChangesShown, markAsPaid, test } from './support/two-admins.js';

test('a status that one admin changes in the list, and the other in its dialog, shows on every screen of both', async ({
  page,
  colleague,
  server,
}) => {
  await expectChangesShown([page, colleague], server, [
    { by: 'the menu of the list', status: 'paid', change: markAsPaid },
    {
      by: 'the dialog of the payment on a phone',
      status: 'refunded',
      change: async (window, { _id, referenceNumber }) => {
        await follow(window, `${pages.payments}/${_id}`);
        await window.getByRole('button', { name: 'Update Status' }).click();
        await choose(window, 'New Status', 'Refunded');
        await window.getByRole('dialog').getByRole('button', { name: 'Update Status' }).click();
        await expect(window.getByText(`${referenceNumber} is now marked as Refunded`)).toBeVisible();
      },
    },
  ]);
});
