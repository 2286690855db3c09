import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** A media query as Chromium's: who reads `matches` after a change and before its event takes the event from all. */
class Setting extends EventTarget {
  private dark = false;
  private told = false;

  get matches() {
    this.told = this.dark;
    return this.dark;
  }

  turnDark() {
    this.dark = true;
  }

  tell() {
    if (this.told !== this.dark)
      this.dispatchEvent(Object.assign(new Event('change'), { matches: this.dark }));
  }
}

test('all of a page follows the system, also where a part is drawn between the change and its event', async () => {
  const setting = new Setting();
  vi.stubGlobal('matchMedia', () => setting);
  // Another file's test may have loaded it, with the system's own setting.
  vi.resetModules();
  const { useColorScheme } = await import('./colorScheme.js');
  const Part = () => <p>{useColorScheme()}</p>;
  const { rerender } = render(<Part key="header" />);
  render(<Part />);

  setting.turnDark();
  rerender(<Part key="another page" />);
  act(() => setting.tell());
  expect(screen.getAllByText('dark')).toHaveLength(2);
  expect(document.documentElement.dataset.colorScheme).toBe('dark');
});
