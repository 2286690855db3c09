import { expect, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import type { TestServer } from '../../backend/src/testing/test-server.js';

const stepSeconds = 30;

/** The code of an authenticator app; a code works once, so that a second one is of the next step. */
export const codeOf = (secret: string, stepsAhead = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * stepSeconds });

/** Gives the page an authenticator that makes passkeys and verifies the person without a question. */
export async function addAuthenticator(page: Page) {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devices, authenticatorId };
}

/** Types name and password on the login page. */
export async function typePassword(page: Page, server: TestServer, name: string): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill(server.adminPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const section = (page: Page) => page.getByRole('region', { name: 'Second Factor' });

/** Begins the set-up of an authenticator app; returns the secret that is shown. */
export async function setUpApp(page: Page): Promise<{ secret: string }> {
  await section(page).getByRole('button', { name: 'Set Up an Authenticator App' }).click();
  await expect(section(page).getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  const shown = await section(page).locator('code').innerText();
  expect(shown).toMatch(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/);
  return { secret: shown.replaceAll(' ', '') };
}

/** Confirms the app by its code; returns the recovery codes, which are shown then. */
export async function confirmApp(page: Page, secret: string): Promise<string[]> {
  await section(page).getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await section(page).getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your Recovery Codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  return dialog.getByRole('listitem').allInnerTexts();
}
