import { useSyncExternalStore } from 'react';
import type { ColorScheme } from '#domain/colors';

const key = 'color_scheme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function colorScheme(): ColorScheme {
  const chosen = localStorage.getItem(key);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system.matches ? 'dark' : 'light';
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

system.addEventListener('change', changed);
addEventListener('storage', (event) => {
  if (event.key === key) changed();
});

/** Stores the user's choice in this browser; without one the system's setting applies. */
export function chooseColorScheme(scheme: ColorScheme): void {
  localStorage.setItem(key, scheme);
  changed();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The scheme in use, as it changes. */
export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, colorScheme);
