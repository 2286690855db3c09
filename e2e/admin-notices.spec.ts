import { pages } from '#domain/platform/pages';
import { expectPage, follow, row, signedIn, unique } from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import { expect, test } from './support/test.js';

test('an Interac notice is refused with its reason, added, found, corrected and deleted, and the trail tells it', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  await signedIn(page, server);
  const payer = unique();
  const number = `C1A${unique().slice(1, 10)}`;
  const details = `Message:\nTrip\nReference Number:\n${number}\nSent From:\n${payer}\nAmount:\n$12.34 (CAD)`;
  const dialog = page.getByRole('dialog');
  const add = async (text: string) => {
    await dialog.getByLabel('Text of the Mail').fill(text);
    await dialog.getByRole('button', { name: 'Add' }).click();
  };

  await test.step('a transfer that was cancelled is no evidence', async () => {
    await page.goto(pages.interacNotices);
    await expectPage(page, 'Interac Notices');
    await page.getByRole('button', { name: 'Add Interac Notice' }).first().click();
    await add(`Interac e-Transfer: The transfer from ${payer} was cancelled.\n\n${details}`);
    await expect(dialog.getByRole('alert')).toHaveText('This notice tells of no money received');
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'notice.msg',
      mimeType: 'application/vnd.ms-outlook',
      buffer: Buffer.from('D0CF11E0A1B11AE10000', 'hex'),
    });
    await expect(dialog.getByRole('alert')).toContainText('Save the mail as .eml');
  });
  await test.step('a notice of received money is added, and found by its sender', async () => {
    await add(
      `Interac e-Transfer: You've received $12.34 from ${payer} and it has been deposited.\n\n${details}`,
    );
    await expect(page.getByText(`The notice of CA$12.34 from ${payer} was added.`)).toBeVisible();
    const search = page.getByLabel('Search by sender, message or number');
    await search.fill(payer);
    await search.press('Enter');
    await expect(row(page, payer)).toContainText('CA$12.34');
    // The rows of before are pale while the search is answered.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNoAxeFindings(page);
  });
  await test.step('it is corrected', async () => {
    await page.getByRole('button', { name: `Correct the notice ${number}` }).click();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await dialog.getByLabel('Message').fill('CRTS-OTN-9F3A2C-482913');
    await expectNoAxeFindings(page);
    await dialog.getByLabel('Message').press('Enter');
    await expect(page.getByText(`The notice ${number} was corrected.`)).toBeVisible();
    await expect(row(page, payer)).toContainText('CRTS-OTN-9F3A2C-482913');
  });
  await test.step('it is deleted once the question names it', async () => {
    await page.getByRole('button', { name: `Delete the notice ${number}` }).click();
    await expect(dialog).toContainText(`The notice ${number} of CA$12.34 from ${payer} is deleted.`);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`The notice ${number} was deleted.`)).toBeVisible();
    await expect(row(page, payer)).toHaveCount(0);
  });
  await test.step('the trail has each of the three', async () => {
    await follow(page, `${pages.audit}?${new URLSearchParams({ filter: '{"resource":"interac-notices"}' })}`);
    await expect(page.getByRole('row').filter({ hasText: 'Interac notice' }).first()).toBeVisible();
    await expect(page.getByText('CRTS-OTN-9F3A2C-482913').first()).toBeVisible();
  });
});
