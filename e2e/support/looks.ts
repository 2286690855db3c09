import { type Page, test } from '@playwright/test';

/** A change of theme or size reaches the page before the first frame; its transitions have begun by the second. */
const drawnTwice = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

/** Runs a check on the page in both themes without reloading it. The light theme is the last. */
export async function inBothThemes(
  page: Page,
  check: (colorScheme: 'light' | 'dark') => Promise<void>,
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const)
    await test.step(`in the ${colorScheme} theme`, async () => {
      await page.emulateMedia({ colorScheme });
      await drawnTwice(page);
      await check(colorScheme);
    });
}

/** Runs a check on the page in windows of each width without reloading it. */
export async function inEachWidth(
  page: Page,
  widths: number[],
  check: (width: number) => Promise<void>,
): Promise<void> {
  const height = page.viewportSize()?.height ?? 900;
  for (const width of widths)
    await test.step(`${width} px wide`, async () => {
      await page.setViewportSize({ width, height });
      await drawnTwice(page);
      await check(width);
    });
}
