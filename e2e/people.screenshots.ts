import { pages } from '#domain/platform/pages';
import { expectPage, signedIn } from './support/admin.js';
import { test as tour } from './support/mail.js';
import { mailedLink } from './support/mailed-link.js';
import { shooter, windowHeight } from './support/shoot.js';
import { confirmApp, setUpApp, typePassword } from './support/second-factor.js';
import { expect } from './support/test.js';

for (const width of [1280, 375])
  for (const colorScheme of ['light', 'dark'] as const)
    tour.describe(`people ${width} ${colorScheme}`, () => {
      tour.use({ colorScheme, viewport: { width, height: windowHeight(width) } });

      tour('every screen of people and of signing in', async ({ page, server, smtp }) => {
        const shoot = shooter(page, { width, colorScheme });
        const name = `${colorScheme}${width}`;
        await server.addAccount(`clara-${name}`, 'manager');
        await server.addAccount(`boon-${name}`, 'viewer');

        await page.goto(pages.login);
        await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
        await shoot('login');
        await page.getByRole('link', { name: 'Forgot your password?' }).click();
        await expectPage(page, 'Forgot Your Password?');
        await shoot('login-forgotten');

        await signedIn(page, server);
        await page.goto(pages.people);
        await expectPage(page, 'People');
        await page.getByRole('button', { name: 'Invite' }).click();
        await page.getByLabel('Email').fill(`dao-${name}@example.com`);
        await shoot('people-invite');
        await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
        await expect(page.getByRole('button', { name: /^Withdraw the invitation/ }).first()).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await shoot('people');
        await page.goto(pages.audit);
        await expectPage(page, 'Audit');
        await shoot('audit');

        await page.evaluate(() => localStorage.clear());
        await page.goto(await mailedLink(smtp, `dao-${name}@example.com`, pages.invitation));
        await expectPage(page, 'Invitation');
        await expect(page.getByLabel('Username')).toBeVisible();
        await shoot('invitation');

        await page.goto(pages.login);
        await typePassword(page, server, `clara-${name}`);
        await expectPage(page, `Welcome back, clara-${name}`);
        await page.goto(pages.account);
        await expectPage(page, 'My Account');
        await shoot('account');
        const { secret } = await setUpApp(page);
        await shoot('account-app');
        await confirmApp(page, secret);
        await shoot('account-codes');
        await page.evaluate(() => localStorage.clear());
        await page.goto(pages.login);
        await typePassword(page, server, `clara-${name}`);
        await expect(page.getByLabel('Code')).toBeVisible();
        await shoot('login-code');
      });
    });
