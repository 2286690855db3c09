import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { inEveryLook } from './looks.js';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const floating = '.MuiPopover-root, .MuiAutocomplete-popper, [role=listbox]';

interface Axe extends Pick<typeof import('axe-core'), 'configure'> {
  run(options: RunOptions): Promise<AxeResults>;
}

/** The rules of axe that check colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe on the page in its current state, theme and size, with all rules by default, and expects no finding, nor a
 * text that lacks a value.
 */
export async function expectNoAxeFindings(page: Page, rules?: string[]): Promise<void> {
  // Colours that are still in transition have no meaningful contrast.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const findings = await page.evaluate(
    async ({ floating, rules }) => {
      const { axe } = window as unknown as { axe: Axe };
      // Menus and listboxes belong to the control that opens them, which has the focus or its active descendant, and
      // need no landmark of their own. The rest is the rule's default.
      const regionMatcher = `dialog, [role=dialog], [role=alertdialog], svg, ${floating}`;
      axe.configure({ checks: [{ id: 'region', options: { regionMatcher } }] });
      // The descriptions of passed checks are the larger part of the result, and are not needed.
      const { violations } = await axe.run({
        resultTypes: ['violations'],
        ...(rules && { runOnly: rules }),
      });
      return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
    },
    { floating, rules },
  );
  expect(findings).toEqual([]);
  // Neither a gap of a text nor the key of one that is missing.
  expect(await page.locator('body').innerText()).not.toMatch(/%\{|\b(?:admin|ra|resources)\.[\w-]+\.\w+/);
}

/**
 * Runs axe on the page in its current state in every look, the present width by default, and expects no finding. The
 * themes differ in colours only, so that the second is checked by the rules for colours.
 */
export async function expectNoAxeFindingsInEveryLook(page: Page, widths?: readonly number[]): Promise<void> {
  let first = '';
  const present = page.viewportSize()?.width ?? 1280;
  await inEveryLook(page, widths ?? [present], async (isOtherTheme) => {
    await expectNoAxeFindings(page, isOtherTheme ? colourRules : undefined);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    if (isOtherTheme) expect(background, 'background of the other theme').not.toBe(first);
    first = background;
  });
}
