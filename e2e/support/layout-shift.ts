import { expect, type Page } from '@playwright/test';

/** A layout shift, as the browser reports it. */
interface Shift {
  value: number;
  what: string[];
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/**
 * Milliseconds until the first call of the API is sent, and between concurrent calls: less than the pause after which
 * the network counts as idle.
 */
const firstCallMs = 150;
const betweenMs = 60;

/** Records layout shifts, and delays the calls of the API so that their responses arrive one after the other. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const describe = ({ node, previousRect: from, currentRect: to }: LayoutShift['sources'][number]) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const text = element?.textContent?.trim().slice(0, 40) ?? '';
      const at = (rect: DOMRect) =>
        [rect.x, rect.y, rect.width, rect.height].map((side) => Math.round(side)).join(' ');
      return `${element?.tagName ?? ''} "${text}" from ${at(from)} to ${at(to)}`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[])
        shifts.push({ value: entry.value, what: entry.sources.map(describe) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // In the page: a route would turn off the browser's cache.
  await page.addInitScript(
    ([first, between]) => {
      const send = window.fetch.bind(window);
      let due = 0;
      window.fetch = async (...call) => {
        due = Math.max(due + between, performance.now() + first);
        // The time that a slow network takes.
        // oxlint-disable-next-line tests/no-fixed-wait
        await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
        return send(...call);
      };
    },
    [firstCallMs, betweenMs] as const,
  );
}

/** Takes the layout shifts since the page was opened or since the last call. */
const takeLayoutShifts = (page: Page): Promise<Shift[]> =>
  page.evaluate(async () => {
    // The observer is notified after a frame is drawn.
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return (window as unknown as { shifts: Shift[] }).shifts.splice(0);
  });

/** Leaves out the layout shifts so far, such as those that follow a press of a button. */
export async function clearLayoutShifts(page: Page): Promise<void> {
  await takeLayoutShifts(page);
}

/** Waits until the page has loaded, and expects no layout shift since it was opened or since the last call. */
export async function expectNoLayoutShift(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.skeleton, .MuiSkeleton-root, .MuiCircularProgress-root')).toHaveCount(0);
  expect.soft(await takeLayoutShifts(page), name).toEqual([]);
}
