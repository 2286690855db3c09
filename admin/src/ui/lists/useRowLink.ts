import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router';

/**
 * Returns the handlers of a row that opens a page: by a click anywhere on it, except on controls, and in another tab by
 * a middle click or with Ctrl. Menus and dialogs of the row are outside of it in the DOM, though React bubbles their
 * clicks here.
 */
export function useRowLink() {
  const navigate = useNavigate();
  return useCallback(
    (path: string | undefined) => {
      if (!path) return undefined;
      const onClick = ({ button, ctrlKey, metaKey, target, currentTarget }: MouseEvent<HTMLElement>) => {
        const at = target as Element;
        if (button > 1 || !currentTarget.contains(at) || at.closest('a, button, input, label')) return;
        if (String(getSelection()) !== '') return;
        if (button === 1 || ctrlKey || metaKey) window.open(path, '_blank', 'noopener');
        else void navigate(path);
      };
      return { onClick, onAuxClick: onClick };
    },
    [navigate],
  );
}
