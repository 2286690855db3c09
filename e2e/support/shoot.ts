import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './test.js';

const folder = join(import.meta.dirname, '../../docs/screenshots');

/** The height of the window that a picture of this width is taken in. */
export const windowHeight = (width: number): number => (width === 375 ? 812 : 900);

/** Returns a function that takes a picture of the whole page for docs/tour.md, once nothing loads any more. */
export function shooter(page: Page, { width, colorScheme }: { width: number; colorScheme: string }) {
  mkdirSync(folder, { recursive: true });
  return async (name: string): Promise<void> => {
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.skeleton, .MuiSkeleton-root, .MuiCircularProgress-root')).toHaveCount(0);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    // A card under the mouse would look chosen.
    await page.mouse.move(0, 0);
    // The window gets the page's height: elements fixed to a smaller one would end with that.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.max(height, windowHeight(width)) });
    await page.screenshot({
      path: join(folder, `${name}-${width}-${colorScheme}.png`),
      animations: 'disabled',
      caret: 'hide',
    });
    await page.setViewportSize({ width, height: windowHeight(width) });
  };
}
