import { signedIn } from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import { visitReconcile } from './support/reconcile-screens.js';
import { seeded as test } from './support/seeded-server.js';
import { expect } from './support/test.js';

// The other pairs of theme and width are in the tour.
for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 375 },
] as const)
  test.describe(`in the ${colorScheme} theme at ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });
    test.setTimeout(240_000);

    test('every screen of reconciliation can be used by everybody, and none is wider than the window', async ({
      page,
      server,
    }) => {
      await signedIn(page, server);
      await visitReconcile(page, server, async (name) => {
        await page.waitForLoadState('networkidle');
        await expectNoAxeFindings(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
      });
    });
  });
