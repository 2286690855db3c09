import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the focus to the heading where the element that had it goes: the button of a row, by its own act. For the element
 * around them all.
 * @param within what such elements are in: others may go without it
 */
export function useKeptFocus(heading: RefObject<HTMLElement | null>, within: string) {
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) heading.current?.focus();
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target.closest(within) && target;
    },
    onBlur: ({ target }: FocusEvent) => {
      // A button that waits for the answer is disabled, which takes the focus away from it.
      if (!(target as HTMLButtonElement).disabled) focused.current = null;
    },
  };
}
