import type { Page } from '@playwright/test';

declare const shownTexts: () => { shown: string | null; meant: string | null }[];

/**
 * Does to each page what a browser's translation does: replaces every text by elements of its own, also those that come
 * later. Left alone are `translate="no"`, fields and scripts.
 */
export const translate = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const replaced: { font: Element; text: Text; meant: string | null }[] = [];
    const left = '[translate=no], script, style, noscript, textarea, code, svg';

    function replace(text: Text) {
      const { parentElement: parent, data } = text;
      if (!parent || !data.trim() || parent.localName === 'font' || parent.closest(left)) return;
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild!.append(data);
      text.replaceWith(font);
      replaced.push({ font, text, meant: data });
    }

    function replaceIn(root: Node) {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      if (root instanceof Text) texts.push(root);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(replace);
    }

    // A failure names its place: React's own message has only the library's.
    for (const method of ['insertBefore', 'removeChild'] as const) {
      const original = Node.prototype[method] as (this: Node, ...nodes: Node[]) => Node;
      Node.prototype[method] = function <N>(this: Element, ...nodes: Node[]): N {
        const text = nodes.at(-1);
        if (text instanceof Text && text.parentNode !== this)
          console.error(`${method} at "${text.data}" in ${this.outerHTML.slice(0, 500)}`);
        return original.apply(this, nodes) as N;
      };
    }

    // Texts of which the program has another by now: it wrote into the text that was replaced.
    Object.assign(window, {
      shownTexts: () =>
        replaced
          .filter(({ font, text, meant }) => font.isConnected && text.data !== meant)
          .map(({ font, text }) => ({ shown: font.textContent, meant: text.data })),
    });
    addEventListener('DOMContentLoaded', () => {
      replaceIn(document.body);
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) [target, ...addedNodes].forEach(replaceIn);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  });

/** Texts of the page that stand there as they were translated, where the program means another by now. */
export const outdatedTexts = (page: Page): Promise<{ shown: string | null; meant: string | null }[]> =>
  page.evaluate(() => shownTexts());
