import { type Page, test } from '@playwright/test';

/**
 * True where each state is looked at in both themes and at each width, as the part "journeys" alone and the nightly run
 * do. `npm test` looks at a state once, as it stands.
 */
export const isEveryLook = process.env.JOURNEY_LOOKS === 'every';

/** The widths, a desk's and a phone's, at which a journey that only differs by them is made. */
export const journeyWidths: readonly number[] = isEveryLook ? [1280, 375] : [1280];

/** A change of theme or size reaches the page before the first frame; its transitions have begun by the second. */
const drawnTwice = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

/**
 * Runs a check on the page in both themes without reloading it, first in the present one, and leaves it in the other: a
 * change of theme renders the whole page anew.
 */
async function inBothThemes(page: Page, check: (isOtherTheme: boolean) => Promise<void>): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const colorSchemes = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  for (const [index, colorScheme] of colorSchemes.entries())
    await test.step(`in the ${colorScheme} theme`, async () => {
      await page.emulateMedia({ colorScheme });
      await drawnTwice(page);
      await check(index > 0);
    });
}

/**
 * Runs a check on the page in every look: at each width, in the present theme and then in the other. Without
 * `JOURNEY_LOOKS=every` it runs once, on the page as it is.
 */
export async function inEveryLook(
  page: Page,
  widths: readonly number[],
  check: (isOtherTheme: boolean) => Promise<void>,
): Promise<void> {
  if (!isEveryLook) return check(false);
  await inEachWidth(page, widths, () => inBothThemes(page, check));
}

/** Runs a check on the page in windows of each width without reloading it, and leaves it in the window that it had. */
export async function inEachWidth(
  page: Page,
  widths: readonly number[],
  check: (width: number) => Promise<void>,
): Promise<void> {
  const present = page.viewportSize() ?? { width: 1280, height: 900 };
  const { height } = present;
  for (const width of widths)
    await test.step(`${width} px wide`, async () => {
      await page.setViewportSize({ width, height });
      await drawnTwice(page);
      await check(width);
    });
  await page.setViewportSize(present);
  await drawnTwice(page);
}
