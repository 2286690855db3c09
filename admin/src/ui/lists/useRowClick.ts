import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router';

/**
 * Opens a row's page by a click anywhere on it, except on controls. Menus and dialogs of the row are outside of it in
 * the DOM, though React bubbles their clicks here.
 */
export function useRowClick() {
  const navigate = useNavigate();
  return useCallback(
    (event: MouseEvent<HTMLElement>, path: string | undefined) => {
      if (!path) return;
      const target = event.target as Element;
      if (!event.currentTarget.contains(target) || target.closest('a, button, input, label')) return;
      if (String(getSelection()) !== '') return;
      if (event.ctrlKey || event.metaKey) window.open(path, '_blank', 'noopener');
      else void navigate(path);
    },
    [navigate],
  );
}
