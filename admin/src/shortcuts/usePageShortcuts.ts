import { useEffect, useRef } from 'react';

/** Where letters are typed, or have a meaning of their own. */
const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]';

/**
 * Hands keys of the page to `act`, which answers whether it took one: the browser does nothing more with it then. Off
 * while typing, beside a dialog and together with Ctrl, Alt or Meta.
 */
export function usePageShortcuts(act: (event: KeyboardEvent, target: Element) => boolean): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      if (!(target instanceof Element) || target.closest(typing) || document.querySelector('[role="dialog"]'))
        return;
      if (latest.current(event, target)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
