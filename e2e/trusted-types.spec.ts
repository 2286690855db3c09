import type { Page } from '@playwright/test';
import { signedIn } from './support/admin.js';
import { expect, test } from './support/test.js';

/** The outcome of each way to make code of a text: the name of the error, or "done". */
const attempts = (page: Page) =>
  page.evaluate(() => {
    const outcome = (attempt: () => void) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const script = document.createElement('script');
    return {
      html: outcome(() => (document.createElement('div').innerHTML = '<b>text</b>')),
      frame: outcome(() => (document.createElement('iframe').srcdoc = '<b>text</b>')),
      code: outcome(() => (script.text = 'document.title = "changed"')),
      address: outcome(() => (script.src = '/assets/other.js')),
      policy: outcome(() =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('other', { createHTML: (text: string) => text }),
      ),
    };
  });

const refused = {
  html: 'TypeError',
  frame: 'TypeError',
  code: 'TypeError',
  address: 'TypeError',
  policy: 'TypeError',
};

test('no text becomes HTML or code on the pages of checkout and back-office', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/Trusted ?(?:Types|HTML|Script)|trusted-types/i);
  for (const path of ['/', '/order', '/none']) {
    await page.goto(path);
    expect([path, await attempts(page)]).toEqual([path, refused]);
  }
  allowConsole(/404/);
  await signedIn(page, server);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await attempts(page)).toEqual(refused);
});
