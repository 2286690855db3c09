import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { usePageReturn } from './usePageReturn.js';

const show = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

it('calls back when a kept page comes back, not when a page is loaded, and no more once it is gone', () => {
  const onReturn = vi.fn();
  const { unmount } = renderHook(() => usePageReturn(onReturn));
  show(false);
  expect(onReturn).not.toHaveBeenCalled();
  show(true);
  expect(onReturn).toHaveBeenCalledTimes(1);
  unmount();
  show(true);
  expect(onReturn).toHaveBeenCalledTimes(1);
});
