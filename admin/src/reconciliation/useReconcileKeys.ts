import { useEffect, useRef } from 'react';

interface ReconcileKeys {
  /** The rows of the list, in order. */
  ids: string[];
  open: (id: string) => void;
  undo: () => void;
}

/** Where letters are typed, or have a meaning of their own. */
const typing =
  'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]';
/** What Enter has a meaning for already. */
const pressable = 'a, button, [role="tab"], [role="button"], summary';

/** j and k go through the rows, Enter does what the open transaction's main button does, u undoes. Off while typing. */
export function useReconcileKeys(keys: ReconcileKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      if (!(target instanceof Element) || target.closest(typing) || document.querySelector('[role="dialog"]'))
        return;
      const { ids, open, undo } = latest.current;
      // As the address has it: quick keys come before the change is drawn.
      const openId = new URLSearchParams(location.search).get('transaction');
      const step = { j: 1, k: -1 }[event.key];
      if (step) {
        const focused = target.closest('[data-row-link]')?.getAttribute('data-row-link');
        const at = ids.indexOf(openId ?? focused ?? '');
        const next = at < 0 ? ids[0] : ids[Math.min(Math.max(at + step, 0), ids.length - 1)];
        if (!next) return;
        if (openId) open(next);
        else document.querySelector<HTMLElement>(`[data-row-link="${next}"]`)?.focus();
      } else if (event.key === 'Enter' && !event.repeat && !target.closest(pressable))
        // That of the open transaction alone, never of one that is about to be replaced.
        document
          .querySelector<HTMLButtonElement>(
            `[data-transaction="${CSS.escape(openId ?? '')}"] [data-main-action]:not(:disabled)`,
          )
          ?.click();
      else if (event.key === 'u' && !event.repeat) undo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
