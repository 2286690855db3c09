import { mailEnv, refuse } from '../backend/src/testing/smtp-server.js';
import type { ListedMail } from '#domain/mail/mail';
import { pages } from '#domain/platform/pages';
import { customerPath, mailPath, paymentPath } from '../admin/src/ui/paths.js';
import { choose, expectPage, follow, row, signedIn } from './support/admin.js';
import { expectNoAxeFindings, expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { purchase, test } from './support/mail.js';
import { TestServer } from '../backend/src/testing/test-server.js';
import { expect, test as plain } from './support/test.js';

/** The mails about a payment, newest first, as the API lists them. */
async function mailsOf(server: TestServer, paymentId: string): Promise<ListedMail[]> {
  const answer = await server.api(`/mails?filter[paymentId]=${paymentId}`);
  return ((await answer.json()) as { mails: ListedMail[] }).mails;
}

test.describe('with a mail server', () => {
  test.beforeEach(({ page, server }) => signedIn(page, server));

  test('mails are found by address, state and kind, shown as they read, and sent again once asked; everybody can read them', async ({
    page,
    context,
    server,
    smtp,
  }) => {
    test.slow();
    const look = () => expectNoAxeFindingsInEveryLook(page, [375, 1280]);
    const { paymentId, referenceNumber } = await purchase(
      server,
      'Maximiliane Featherstonehaugh-Cholmondeley',
    );
    const sent = () => smtp.mails.filter(({ email }) => email.subject?.includes(referenceNumber));
    await expect.poll(() => sent().length).toBe(1);
    await page.goto(pages.admin);
    await page.getByRole('link', { name: 'Mail', exact: true }).click();
    await expectPage(page, 'Mail');
    await page.getByRole('textbox', { name: 'Search by address or subject' }).fill(referenceNumber);
    await page.keyboard.press('Enter');
    const mine = row(page, referenceNumber);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(mine).toContainText('Payment instructions');
    await expect(mine).toContainText('Sent');
    // The rows of before are pale while the search is answered.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await look();
    await choose(page, 'State', 'Failed');
    await expect(page.getByText('No mails found')).toBeVisible();
    await choose(page, 'State', 'Sent');
    await choose(page, 'Kind', 'Reminder');
    await expect(page.getByText('No mails found')).toBeVisible();
    await choose(page, 'Kind', 'Payment instructions');
    await mine.getByRole('link').click();

    const subject = `${referenceNumber}: how to pay for your trip`;
    await expectPage(page, subject);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText(`Your reference: ${referenceNumber}`);
    await expect(frame.locator('main')).toHaveCSS('border-radius', '8px');
    const shown = page.locator('iframe');
    expect(await shown.getAttribute('sandbox')).not.toMatch(/scripts|forms|top-navigation/);
    // The frame shows the whole mail without scrolling.
    await expect
      .poll(() =>
        shown.evaluate((element: HTMLIFrameElement) => {
          const { scrollHeight, clientHeight } = element.contentDocument!.documentElement;
          return scrollHeight - clientHeight;
        }),
      )
      .toBe(0);
    await look();
    await context.route('https://trip.example/**', (route) => route.fulfill({ body: 'The visitor’s page' }));
    const opened = context.waitForEvent('page');
    await frame.getByRole('link', { name: 'Open your payment page' }).click();
    const visitorPage = await opened;
    await expect(visitorPage).toHaveURL(/^https:\/\/trip\.example\/order\//);
    await visitorPage.close();
    await page.getByRole('tab', { name: 'Plain Text' }).click();
    await expect(page.getByRole('tabpanel')).toContainText(`Message: ${referenceNumber}`);
    await look();

    await page.getByRole('button', { name: 'Send Again' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(subject);
    await dialog.getByRole('button', { name: 'Go Back' }).click();
    await expect(dialog).toBeHidden();
    expect(sent()).toHaveLength(1);
    await page.getByRole('button', { name: 'Send Again' }).click();
    await dialog.getByRole('button', { name: 'Send Again' }).click();
    await expect(page.getByText(/^The mail to .* is queued$/)).toBeVisible();
    await expect.poll(() => sent().length).toBe(2);
    const [again, first] = await mailsOf(server, paymentId);
    await expect(page).toHaveURL(new RegExp(`${mailPath(again!._id)}$`));
    await page.getByRole('link', { name: 'View the First Mail' }).click();
    await expect(page).toHaveURL(new RegExp(`${mailPath(first!._id)}$`));

    const customer = await (await server.api(`/customers/${first!.customerId}`)).json();
    const corrected = `corrected.${customer.email}`;
    const saved = await server.api(`/customers/${first!.customerId}`, {
      method: 'PUT',
      body: { ...customer, email: corrected },
    });
    expect(saved.status).toBe(200);
    await page.getByRole('button', { name: 'Send to Another Address' }).click();
    const address = dialog.getByRole('textbox', { name: 'Address' });
    await expect(address).toBeFocused();
    await expect(address).toHaveValue(corrected);
    await address.fill('nobody');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Invalid email address')).toBeVisible();
    await look();
    await address.fill('other@example.com');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The mail to other@example.com is queued')).toBeVisible();
    await expect.poll(() => sent().filter(({ to }) => to.includes('other@example.com')).length).toBe(1);

    await page.getByRole('link', { name: 'View Customer' }).click();
    const mails = page.getByRole('region', { name: 'Mail' });
    await expect(mails.getByRole('row').filter({ hasText: 'Payment instructions' })).toHaveCount(3);
    await expect(page).toHaveURL(new RegExp(customerPath(first!.customerId!)));
    await look();
  });

  test('an email that is corrected after a mail to it failed has that mail sent again from the notice @long', async ({
    page,
    server,
    smtp,
  }) => {
    smtp.onMail = ({ to }) => {
      if (!to.includes('admin@example.com')) throw refuse(550, 'The address does not exist');
    };
    const { paymentId, referenceNumber } = await purchase(server);
    await expect.poll(async () => (await mailsOf(server, paymentId))[0]?.state).toBe('failed');
    smtp.onMail = () => undefined;
    const [failed] = await mailsOf(server, paymentId);
    await page.goto(customerPath(failed!.customerId!));
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const corrected = `corrected-${referenceNumber.toLowerCase()}@example.com`;
    await page.getByRole('textbox', { name: 'Email' }).fill(corrected);
    await page.getByRole('button', { name: 'Save' }).click();
    const notice = page.getByRole('status').filter({ hasText: `did not reach ${failed!.to}` });
    await expect(notice).toBeVisible();
    await expectNoAxeFindingsInEveryLook(page, [375, 1280]);
    await notice.getByRole('button', { name: 'Send Again' }).click();
    await expect(page.getByText(`The mail to ${corrected} is queued`)).toBeVisible();
    await expect.poll(() => smtp.mails.filter(({ to }) => to.includes(corrected)).length).toBe(1);
    await expect(page.getByRole('region', { name: 'Mail' }).getByRole('row')).toHaveCount(3);
  });

  test('an address is corrected from the failed mail on, and the instructions and the receipt go to the right one', async ({
    page,
    server,
    smtp,
    allowConsole,
  }) => {
    allowConsole(/status of 400/);
    smtp.onMail = ({ to }) => {
      if (!to.includes('admin@example.com')) throw refuse(550, 'The address does not exist');
    };
    const { paymentId, referenceNumber } = await purchase(server);
    await expect.poll(async () => (await mailsOf(server, paymentId))[0]?.state).toBe('failed');
    smtp.onMail = () => undefined;
    const [failed] = await mailsOf(server, paymentId);
    await page.goto(paymentPath(paymentId));
    const mails = page.getByRole('region', { name: 'Mail' });
    await mails.getByRole('button', { name: 'Correct Address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct Address' });
    await expect(dialog).toContainText(`Mails about this payment go to ${failed!.to}.`);
    await expectNoAxeFindingsInEveryLook(page, [375, 1280]);
    await dialog.getByLabel('Corrected Email').fill(failed!.to);
    await dialog.getByRole('button', { name: 'Correct Address' }).click();
    await expect(dialog.getByText('This is the address already')).toBeVisible();
    const corrected = `corrected-${referenceNumber.toLowerCase()}@example.com`;
    await dialog.getByLabel('Corrected Email').fill(corrected);
    await dialog.getByRole('button', { name: 'Correct Address' }).click();
    await expect(page.getByText(`The mail to ${corrected} is queued`)).toBeVisible();
    const got = (subject: string) =>
      smtp.mails.filter(({ to, email }) => to.includes(corrected) && email.subject?.includes(subject));
    await expect.poll(() => got('how to pay').length).toBe(1);
    await expect(page.getByRole('region', { name: 'Customer' })).toContainText(corrected);
    await server.api(`/payments/${paymentId}/status`, { method: 'PATCH', body: { status: 'paid' } });
    await expect.poll(() => smtp.mails.filter(({ to }) => to.includes(corrected)).length).toBe(2);
    await page.reload();
    await page.getByRole('button', { name: 'Correct Address' }).first().click();
    await expect(dialog).toContainText('Sent to this address:');
    await expect(dialog.getByLabel('Send the receipt to the corrected address')).toBeChecked();
  });

  test('a failed mail needs attention until it is dismissed', async ({ page, server, smtp }) => {
    smtp.onMail = ({ to }) => {
      // The admin is told of the sign-in by mail, too.
      if (!to.includes('admin@example.com')) throw refuse(550, 'The address does not exist');
    };
    const { paymentId, referenceNumber } = await purchase(server);
    await expect.poll(async () => (await mailsOf(server, paymentId))[0]?.state).toBe('failed');
    smtp.onMail = () => undefined;
    await page.goto(pages.admin);
    await page.getByRole('link', { name: '1 failed mail', exact: true }).click();
    await expectPage(page, 'Mail');
    await expect(page.getByRole('combobox', { name: 'State' })).toHaveText('Failed, not dealt with');
    await row(page, referenceNumber).getByRole('link').click();
    await expect(page.getByText('550 The address does not exist')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText(/^The failed mail to .* was dismissed$/)).toBeVisible();
    await expect(page.getByText('by admin', { exact: false }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Send Again' })).toBeVisible();
    await expectNoAxeFindings(page);
    await follow(page, pages.admin);
    await expect(page.getByRole('link', { name: '0 failed mails' })).toBeVisible();
  });

  test('a mail whose html is hostile runs nothing and loads nothing in the preview', async ({
    page,
    server,
    allowConsole,
  }) => {
    // The browser reports everything that it blocks.
    allowConsole(/./);
    const { paymentId } = await purchase(server);
    const [mail] = await mailsOf(server, paymentId);
    const requests: string[] = [];
    await page.context().route('https://evil.example/**', (route) => {
      requests.push(route.request().url());
      return route.abort();
    });
    await page.route(`**/api/mails/${mail!._id}`, async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as object;
      const html = `<style>body { background: url(https://evil.example/style) }</style><h1>Seen</h1>
<script>parent.document.title = 'script'</script><img src="https://evil.example/image" onerror="parent.document.title = 'image'">
<iframe src="https://evil.example/frame"></iframe><form action="https://evil.example/form"><button>Go</button></form>
<meta http-equiv="refresh" content="0;url=https://evil.example/refresh"><base href="https://evil.example/">`;
      await route.fulfill({ response: answer, json: { ...json, html } });
    });
    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    await page.goto(mailPath(mail!._id));
    const frame = page.frameLocator('iframe').first();
    await expect(frame.getByRole('heading', { name: 'Seen' })).toBeVisible();
    await frame.getByRole('button', { name: 'Go' }).click();
    await expect.poll(() => refused.join('\n')).toContain('evil.example/form');
    expect(await page.title()).toContain('how to pay');
    expect(requests).toEqual([]);
  });
});

test('a queue that the mail server’s sign-in has stopped says so, in the panel and above the mails @long', async ({
  page,
  smtp,
}) => {
  // The client sends a password over TLS only, which this server does not support.
  const server = await TestServer.start(mailEnv(smtp.url.replace('smtp://', 'smtp://desk:secret@')));
  try {
    await purchase(server);
    await signedIn(page, server);
    await expect
      .poll(async () => ((await (await server.api('/mails/status')).json()) as { stopped?: string }).stopped)
      .toContain('could not be secured');
    await page.goto(server.url + pages.mails);
    await expect(page.getByRole('alert')).toContainText(
      'The connection to the mail server could not be secured',
    );
    await expect(page.getByRole('alert')).toContainText(/\d mails? waits?/);
    await expect(page.getByRole('link', { name: 'Mail' })).toContainText('Stopped');
    await expect(page.locator('body')).not.toContainText('secret');
  } finally {
    await server.dispose();
  }
});

plain('held mails are counted above the list, and can be read and cancelled', async ({ page, server }) => {
  const { paymentId, referenceNumber } = await purchase(server);
  await signedIn(page, server);
  await page.goto(pages.mails);
  const banner = page.getByRole('alert').filter({ hasText: 'SMTP_URL' });
  // Other journeys of this server leave mails too.
  const { held } = (await (await server.api('/mails/status')).json()) as { held: number };
  const isHeld = (count: number) =>
    count === 0
      ? /mails will be held/
      : new RegExp(`${count} ${count === 1 ? 'mail is' : 'mails are'} held until SMTP_URL is set`);
  await expect(banner).toContainText(isHeld(held));
  await row(page, `${referenceNumber}: how to pay`).getByRole('link').click();
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'How to pay' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Again' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel Mail' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Mail' }).click();
  await expect(page.getByText(/^The mail to .* was cancelled$/)).toBeVisible();
  await expect(page.getByText('Cancelled by admin')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel Mail' })).toHaveCount(0);
  await expect(banner).toContainText(isHeld(held - 1));
  await follow(page, paymentPath(paymentId));
  const mails = page.getByRole('region', { name: 'Mail' });
  await expect(mails.getByRole('row').filter({ hasText: 'Cancelled' })).toHaveCount(1);
});
