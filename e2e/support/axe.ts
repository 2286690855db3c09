import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const floating = '.MuiPopover-root, .MuiAutocomplete-popper';

type Axe = Pick<typeof import('axe-core'), 'configure'> & { run(): Promise<AxeResults> };

/** Runs axe on the page in its current state, theme and size, and expects no finding. */
export async function expectNoAxeFindings(page: Page): Promise<void> {
  // Colours that are still in transition have no meaningful contrast.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  await page.evaluate(source);
  const { violations } = await page.evaluate((floating) => {
    const { axe } = window as unknown as { axe: Axe };
    // Menus and listboxes belong to the control that opens them, which has the focus or its active descendant, and
    // need no landmark of their own. The rest is the rule's default.
    const regionMatcher = `dialog, [role=dialog], [role=alertdialog], svg, ${floating}`;
    axe.configure({ checks: [{ id: 'region', options: { regionMatcher } }] });
    return axe.run();
  }, floating);
  const findings = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html }) => html),
  }));
  expect(findings).toEqual([]);
}
