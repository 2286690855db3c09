import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Gives the focus to the heading of the page where nothing has it. */
export function focusPage(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main h1:not([hidden])')?.focus({ preventScroll: true });
}

/**
 * Gives the focus to the heading where the element that had it goes: the button of a row, by its own act. For the element
 * around them all; where that goes with them, or has no heading, to the heading of the page.
 * @param within what such elements are in: others may go without it
 */
export function useKeptFocus(within: string, heading?: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (!heading) focusPage();
    else if (document.activeElement === document.body) heading.current?.focus();
  });
  useEffect(
    () => () => {
      if (focused.current) requestAnimationFrame(focusPage);
    },
    [],
  );
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

/** Gives the focus back to a button that was disabled while it waited for an answer, unless it went on meanwhile. */
export function useFocusAfterWaiting(): void {
  useEffect(() => {
    const onFocusOut = ({ target }: globalThis.FocusEvent) => {
      if (!(target instanceof HTMLButtonElement) || !target.disabled) return;
      const observer = new MutationObserver(() => {
        if (target.disabled) return;
        observer.disconnect();
        if (document.activeElement?.contains(target)) target.focus();
      });
      observer.observe(target, { attributeFilter: ['disabled'] });
    };
    document.addEventListener('focusout', onFocusOut);
    return () => document.removeEventListener('focusout', onFocusOut);
  }, []);
}
