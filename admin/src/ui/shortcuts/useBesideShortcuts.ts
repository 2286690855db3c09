import { usePageShortcuts } from './usePageShortcuts.js';

interface BesideShortcuts {
  /** The open record's name in the address. */
  name: string;
  /** The rows of the list, in order. */
  ids: string[];
  open: (id: string) => void;
}

/** Elements that handle Enter themselves. */
const pressable = 'a, button, input, [role="tab"], [role="button"], summary';

/** j and k move through the rows of a list, Enter presses the main button of the record that is open beside it. */
export function useBesideShortcuts({ name, ids, open }: BesideShortcuts): void {
  usePageShortcuts(({ key, repeat }, target) => {
    // Read from the address: a quick key may come before React has rendered the last change.
    const openId = new URLSearchParams(location.search).get(name);
    const step = { j: 1, k: -1 }[key];
    if (step) {
      const focused = target.closest('[data-row-link]')?.getAttribute('data-row-link');
      const at = ids.indexOf(openId ?? focused ?? '');
      const next = at < 0 ? ids[0] : ids[Math.min(Math.max(at + step, 0), ids.length - 1)];
      if (!next) return false;
      if (openId) open(next);
      else document.querySelector<HTMLElement>(`[data-row-link="${next}"]`)?.focus();
    } else if (key === 'Enter' && !repeat && !target.closest(pressable))
      // Only the button of the open record, never of one that is still rendered but about to be replaced.
      document
        .querySelector<HTMLButtonElement>(
          `[data-beside="${CSS.escape(openId ?? '')}"] [data-main-action]:not(:disabled)`,
        )
        ?.click();
    else return false;
    return true;
  });
}
