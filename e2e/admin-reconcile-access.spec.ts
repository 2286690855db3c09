import { signedIn } from './support/admin.js';
import { expectNoAxeFindingsInBothThemes } from './support/axe.js';
import { expectNoLayoutShift, watchLayoutShifts } from './support/layout-shift.js';
import { visitReconcile } from './support/reconcile-screens.js';
import { seeded as test } from './support/seeded-server.js';
import { expect } from './support/test.js';

for (const width of [1280, 375])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.setTimeout(300_000);

    test('every screen of reconciliation can be used by everybody, fits, and does not move when its data arrives', async ({
      page,
      server,
    }) => {
      await watchLayoutShifts(page);
      await signedIn(page, server);
      await visitReconcile(page, server, async (name) => {
        await expectNoLayoutShift(page, name);
        await expectNoAxeFindingsInBothThemes(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
      });
    });
  });
