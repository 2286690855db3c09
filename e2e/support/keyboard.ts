import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has. */
const maximumStops = 150;

/** Presses Tab until the element has the focus, which must be seen on it. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  for (let stops = 0; stops < maximumStops; stops++) {
    if (await element.evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(element).toBeFocused();
  expect(await element.evaluate((one) => one.matches(':focus-visible'))).toBe(true);
}

/** Goes to an element by Tab and presses a key on it. */
export async function press(page: Page, element: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}
