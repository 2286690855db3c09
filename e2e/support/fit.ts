import type { Page } from '@playwright/test';
import { isEveryLook } from './looks.js';

/** The widths of the windows that screens are used at: of phones, tablets, laptops and desks, or one of each. */
export const screenWidths: readonly number[] = isEveryLook
  ? [320, 375, 768, 1024, 1280, 1440, 1920]
  : [320, 1024, 1440];

/**
 * Returns what does not fit its place in the page as it is: parts beyond the window, text that is cut though its table or
 * its line has room for it, a field whose amount, choice or label is cut, a number of rows at its panel's edge, a word that
 * breaks over two lines, and a title beside its form.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const textOf = (element: Element) => (element.textContent || element.ariaLabel || element.tagName).trim();
    const tell = (what: string, element: Element) => found.add(`${what}: ${textOf(element).slice(0, 60)}`);
    const isShown = (element: Element) =>
      !element.closest('[aria-hidden="true"]') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isUnseen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width <= 1 || height <= 1;
    };
    const contentWidth = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().width;
    };
    const innerWidthOf = (element: Element) => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      return element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    };
    /** The width that the columns of a table have beyond what is in them. */
    const roomInTable = (table: HTMLTableElement) => {
      const rooms: number[] = [];
      for (const row of table.rows)
        [...row.cells].forEach((cell, at) => {
          if (cell.colSpan > 1) return;
          const room = innerWidthOf(cell) - contentWidth(cell);
          rooms[at] = Math.min(rooms[at] ?? Infinity, room);
        });
      return rooms.filter((room) => room > 0 && room < Infinity).reduce((sum, room) => sum + room, 0);
    };
    /** The width that is free in the line of an element. */
    const roomInLine = (element: Element) => {
      const line = element.parentElement!;
      if (getComputedStyle(line).display === 'inline') return 0;
      const right = Math.max(...[...line.children].map((child) => child.getBoundingClientRect().right));
      return line.getBoundingClientRect().right - parseFloat(getComputedStyle(line).paddingRight) - right;
    };

    if (document.documentElement.scrollWidth > innerWidth) found.add('The page is wider than its window');
    const scope = document.querySelector('[role=dialog]') ?? document.body;
    for (const element of scope.querySelectorAll<HTMLElement>('*')) {
      if (!isShown(element) || isUnseen(element)) continue;
      const style = getComputedStyle(element);
      const cut = element.scrollWidth - element.clientWidth;
      if (cut > 1 && element.clientWidth > 0 && style.overflowX !== 'visible') {
        const isField = element.matches('label, [role=combobox]:not(input)');
        const table = element.closest('table');
        const room = table ? roomInTable(table) : roomInLine(element);
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') {
          if (innerWidth >= 1024) tell('scrolls sideways', element);
        } else if (style.textOverflow !== 'ellipsis' && element.matches('button, a, td, th, p, li'))
          tell('cut off', element);
        else if (style.textOverflow === 'ellipsis' && (isField || room >= cut)) tell('cut', element);
      }
      if (element.matches('[inputmode=decimal], [type=number]') && cut > 1)
        found.add(`cut: ${(element as HTMLInputElement).value}`);
      if (element.matches('.MuiTablePagination-displayedRows')) {
        const { right } = element.closest('.MuiTablePagination-root')!.getBoundingClientRect();
        if (right - element.getBoundingClientRect().right < 8) tell('at the edge', element);
      }
      if (element instanceof HTMLInputElement && element.placeholder && !element.value) {
        const canvas = document.createElement('canvas').getContext('2d')!;
        canvas.font = getComputedStyle(element, '::placeholder').font;
        if (canvas.measureText(element.placeholder).width > innerWidthOf(element) + 1)
          found.add(`cut: ${element.placeholder}`);
      }
    }
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement!;
      if (element.closest('script, style, title') || !isShown(element) || isUnseen(element)) continue;
      for (const { 0: word, index } of text.nodeValue!.matchAll(/(?<=^|\s)\p{L}{3,20}(?=$|[\s.,:;])/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) found.add(`breaks: ${word} in ${textOf(element).slice(0, 40)}`);
      }
    }
    const title = document.querySelector('h1')?.getBoundingClientRect();
    const form = document.querySelector('main form:not([role=search])')?.getBoundingClientRect();
    if (title && form && title.bottom > form.top && title.top < form.bottom)
      found.add('The title is beside its form');
    return [...found];
  });
