import { type Page, test } from '@playwright/test';

/** A change of theme or size reaches the page before the first frame; its transitions have begun by the second. */
const drawnTwice = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

/**
 * Runs a check on the page in both themes without reloading it, first in the present one, and leaves it in the other: a
 * change of theme renders the whole page anew.
 */
export async function inBothThemes(page: Page, check: (isFirst: boolean) => Promise<void>): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const colorSchemes = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  for (const [index, colorScheme] of colorSchemes.entries())
    await test.step(`in the ${colorScheme} theme`, async () => {
      await page.emulateMedia({ colorScheme });
      await drawnTwice(page);
      await check(index === 0);
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
