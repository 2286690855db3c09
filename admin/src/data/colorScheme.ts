import { useSyncExternalStore } from 'react';
import type { ColorScheme } from '#domain/platform/colors';

const key = 'color_scheme';
const system = matchMedia('(prefers-color-scheme: dark)');
// Read once, then known from the event: Chromium sends none for a change that `matches` was read after.
let systemIsDark = system.matches;
const listeners = new Set<() => void>();

/** The scheme in use: the user's choice, else the system's. */
export function colorScheme(): ColorScheme {
  const chosen = localStorage.getItem(key);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemIsDark ? 'dark' : 'light';
}

/** Sets the scheme on the document, for the stylesheets and the browser's own controls. */
export function applyColorScheme(): void {
  document.documentElement.dataset.colorScheme = colorScheme();
  document.documentElement.style.colorScheme = colorScheme();
}

function changed(): void {
  applyColorScheme();
  listeners.forEach((listener) => listener());
}

system.addEventListener('change', ({ matches }) => {
  systemIsDark = matches;
  changed();
});
addEventListener('storage', (event) => {
  if (event.key === key) changed();
});

/** Stores the user's choice in this browser; without one the system's setting applies. */
export function chooseColorScheme(scheme: ColorScheme): void {
  localStorage.setItem(key, scheme);
  changed();
}

/** Calls `listener` when the scheme changes; returns the function that ends it. */
export function watchColorScheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The scheme in use, as it changes. */
export const useColorScheme = (): ColorScheme => useSyncExternalStore(watchColorScheme, colorScheme);
