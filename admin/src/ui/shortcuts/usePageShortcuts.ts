import { useEffect } from 'react';
import { useEvent } from 'react-admin';

/** Elements that take letters as input or handle them themselves. */
const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]';

/** Passes keys to `act`, true if it handled one; none while the user types, in a dialog, or with Ctrl, Alt or Meta. */
export function usePageShortcuts(act: (event: KeyboardEvent, target: Element) => boolean): void {
  const latest = useEvent(act);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      if (!(target instanceof Element) || target.closest(typing) || document.querySelector('[role="dialog"]'))
        return;
      if (latest(event, target)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [latest]);
}
